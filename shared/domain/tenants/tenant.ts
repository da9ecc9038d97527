/** A customer organisation: everything that connects, runs or is found belongs to one (contract). */
export interface Tenant {
  id: string;
  name: string;
  created_at: string;
}
