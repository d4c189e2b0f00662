/** The fair-deal check: the secret shown at the end must have the hash that was shown at the start. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function bytesFromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return new Uint8Array(pairs.map((pair) => Number.parseInt(pair, 16)));
}

export async function isFair(secretHex: string, commitment: string): Promise<boolean> {
  const prefix = new TextEncoder().encode("gravitable commitment ");
  const secret = bytesFromHex(secretHex);
  const whole = new Uint8Array(prefix.length + secret.length);
  whole.set(prefix);
  whole.set(secret, prefix.length);
  return (await sha256Hex(whole)) === commitment;
}
