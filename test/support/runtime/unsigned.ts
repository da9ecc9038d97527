/** What AWS's clients ask with, as far as it is read here. */
interface Asking {
  headers: Record<string, string>;
}

interface Credentials {
  accessKeyId: string;
}

/**
 * In place of the signer of AWS's clients where functions run in one bundle (write-one-bundle.ts): names
 * who asks, and leaves the signature out. The stand-ins for AWS's services judge a call by who asks; none
 * checks a signature, and two fifths of what a client costs go into it. Functions as they are deployed sign,
 * and so does whatever asks the gateway's IAM authorizer, which does read it.
 */
export class SignatureV4 {
  readonly #credentials: () => Promise<Credentials>;

  constructor({ credentials }: { credentials: () => Promise<Credentials> }) {
    this.#credentials = credentials;
  }

  async sign(request: Asking): Promise<Asking> {
    const { accessKeyId } = await this.#credentials();
    request.headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/unsigned, SignedHeaders=none, Signature=none`;
    request.headers["x-amz-date"] = "unsigned";
    return request;
  }
}
