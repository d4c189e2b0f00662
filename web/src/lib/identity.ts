/** Who this tab speaks for: the browser's own cookie, or one of several people who share the device. */

class Identity {
  /** Null: the person that the cookie belongs to. */
  token: string | null = null;

  get headers(): Record<string, string> {
    return this.token ? { authorization: `Bearer ${this.token}` } : {};
  }
}

export const identity = new Identity();
