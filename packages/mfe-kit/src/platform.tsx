import { useKit } from './kit-context';

/** What a device can refuse or lack. Decide by the code; `useErrorText` has the sentence to show. */
export const platformErrorCodes = [
  'NOT_AVAILABLE',
  'GEO_PERMISSION_DENIED',
  'GEO_UNAVAILABLE',
  'NO_CALENDAR',
  'CALENDAR_BLOCKED',
  'MEDIA_PICKER_ERROR',
  'NO_NAVIGATOR_STORE',
  'PUSH_PERMISSION_DENIED',
] as const;
export type PlatformErrorCode = (typeof platformErrorCodes)[number];

/** A device function that did not happen. A member who changes their mind is an answer of the function, not an error. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';

  constructor(
    readonly code: PlatformErrorCode,
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** Functions that not every device has. What is false is hidden; called anyway it rejects with a {@link PlatformError}. */
export type PlatformFeature = 'share' | 'vibrate' | 'position' | 'contacts' | 'calendar' | 'camera' | 'store' | 'push';

export interface PickedContact {
  name: string;
  emails: string[];
}

/** An entry for the device's calendar. */
export interface CalendarEntry {
  /** Stays the same when the entry is given again, so that the calendar replaces it. */
  id: string;
  title: string;
  start: Date;
  /** Without one the entry lasts 1 hour (B §4). Equal to `start`: the whole of that day (B §3). */
  end?: Date;
  /** IANA zone in which a whole day is meant; UTC without one. */
  timeZone?: string;
  location?: string;
  description?: string;
  url?: string;
}

/** A plan as the device's store sells it (A §7, in-app purchase). */
export interface StorePlan {
  id: string;
  title: string;
  description: string;
  /** As the store writes it, e.g. `€4.99`. */
  priceText: string;
}

/** The store's proof of a purchase; the server checks it. */
export interface StorePurchase {
  plan: string;
  receipt: string;
}

/**
 * What the device gives: the web browser, or a native shell around it. Modules ask here and never the browser, so that a
 * native side can answer instead; `createRecordingPlatform` answers in tests.
 */
export interface Platform {
  readonly kind: 'web' | 'ios' | 'android';
  has(feature: PlatformFeature): boolean;
  /**
   * The device's back button. A handler that answers true has dealt with it (closed a sheet); the last one added is asked
   * first. From the root a native app ends (A §2). A browser has no such button and never asks.
   * @returns the function that ends it
   */
  onBack(handler: () => boolean): () => void;
  /**
   * The app is seen again after it was hidden. `away` in ms.
   * @returns the function that ends it
   */
  onResume(handler: (away: number) => void): () => void;
  /** Hands text or a link to another app; where there is no such sheet it is copied. Throws `NOT_AVAILABLE`. */
  share(content: { title?: string; text?: string; url?: string }): Promise<'shared' | 'copied' | 'cancelled'>;
  /** A short buzz of so many ms; nothing where there is no motor. */
  vibrate(duration: number): void;
  /** Where the member is, `[lon, lat]` in degrees, at most a minute old. Throws `GEO_PERMISSION_DENIED`, `GEO_UNAVAILABLE`. */
  position(): Promise<[number, number]>;
  /** Contacts that the member picks; none when they changed their mind. Throws `NOT_AVAILABLE`. */
  pickContacts(): Promise<PickedContact[]>;
  /** Throws `NO_CALENDAR`, `CALENDAR_BLOCKED`. On the web the entry is a file for the calendar app to open. */
  addToCalendar(entry: CalendarEntry): Promise<'added' | 'downloaded'>;
  /** A picture from the camera; null when the member changed their mind. Throws `MEDIA_PICKER_ERROR`. */
  takePicture(): Promise<File | null>;
  /** The device's store. Throws `NO_NAVIGATOR_STORE` where there is none. */
  readonly store: {
    plans(ids: readonly string[]): Promise<StorePlan[]>;
    /** Null when the member changed their mind. */
    purchase(plan: string, current?: string): Promise<StorePurchase | null>;
    restore(): Promise<StorePurchase[]>;
  };
  readonly push: {
    permission(): 'granted' | 'denied' | 'default';
    /** Asks the member where needed, and answers what the server sends to. Throws `PUSH_PERMISSION_DENIED`, `NOT_AVAILABLE`. */
    subscribe(publicKey: string): Promise<PushSubscriptionJSON>;
    unsubscribe(): Promise<void>;
  };
  /** Opens a link outside the app, and answers when the member is back (B §4, joining with a registration link). */
  openAndWait(url: string): Promise<void>;
}

/** The device this page runs on. */
export const usePlatform = (): Platform => useKit().platform;
