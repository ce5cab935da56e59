const returnUrlKey = 'shell.wanted';

/** The member and workplace of a redirected page. */
export interface ReturnOwner {
  user: string;
  workplace: string;
}

interface ReturnUrl {
  address: string;
  /** Absent for a visitor's address, which any member may take. */
  place?: ReturnOwner;
  /** The workplace that the link to it named. */
  workplace?: string;
}

/** Stores the return URL for after sign-in, in sessionStorage: it survives reloads and provider redirects. */
export function storeReturnUrl(address: string, place: ReturnOwner | undefined, workplace?: string): void {
  sessionStorage.setItem(returnUrlKey, JSON.stringify({ address, place, workplace } satisfies ReturnUrl));
}

/** Returns the member's return URL; undefined when it belongs to another member. */
export function readReturnUrl(user: string): ReturnUrl | undefined {
  const text = sessionStorage.getItem(returnUrlKey);
  const stored = text === null ? undefined : (JSON.parse(text) as ReturnUrl);
  return stored?.place === undefined || stored.place.user === user ? stored : undefined;
}

/** Returns the member's return URL, and removes any. */
export function takeReturnUrl(user: string): ReturnUrl | undefined {
  const own = readReturnUrl(user);
  sessionStorage.removeItem(returnUrlKey);
  return own;
}
