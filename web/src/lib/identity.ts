/** Who this tab speaks for: the browser's own cookie, or one of several people who share the device. */

class Identity {
  /** Null: whom the cookie names. */
  token: string | null = null;

  get headers(): Record<string, string> {
    return this.token ? { authorization: `Bearer ${this.token}` } : {};
  }
}

export const identity = new Identity();
