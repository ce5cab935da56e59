const KEY = 'shell.wanted';

/** Who was here, in which workplace. */
export interface Place {
  user: string;
  workplace: string;
}

interface Kept {
  address: string;
  /** Absent for a visitor's: whoever signs in wanted to go there. */
  place?: Place;
}

/** Where somebody wanted to go or was when the gate led them away; kept for this window, over a reload and a provider's pages. */
export function rememberWanted(address: string, place: Place | undefined): void {
  sessionStorage.setItem(KEY, JSON.stringify({ address, place } satisfies Kept));
}

/** Where this member goes on, once; undefined when it was another member who was led away. */
export function takeWanted(user: string): Kept | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const kept = text === null ? undefined : (JSON.parse(text) as Kept);
  return kept?.place === undefined || kept.place.user === user ? kept : undefined;
}
