/** A compliance framework; its rule book needs review before customer-facing rules go live. */
export interface Framework {
  id: string;
  display_name: string;
  jurisdiction: string | null;
  source_url: string | null;
  created_at: string;
  updated_at: string;
}
