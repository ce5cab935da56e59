/** Device functions that may be missing. Hide what `has` denies; a call to it rejects with a `PlatformError`. */
export type PlatformFeature = 'share' | 'vibrate' | 'position' | 'contacts' | 'calendar' | 'camera' | 'store' | 'push';

export interface PickedContact {
  name: string;
  emails: string[];
}

/** An entry for the device's calendar. */
export interface CalendarEntry {
  /** Stable, so that the calendar replaces an entry that is added again. */
  id: string;
  title: string;
  start: Date;
  /** Default: 1 hour after `start` (B §4). Equal to `start`: the whole day (B §3). */
  end?: Date;
  /** Whole days: `start` and `end` are instants of the first and the last one in `timeZone`. */
  allDay?: boolean;
  /** Of a copy of the recurring entry `id`: its place there (RECURRENCE-ID). */
  place?: Date;
  /** IANA zone of a whole-day entry; default UTC. */
  timeZone?: string;
  location?: string;
  description?: string;
  url?: string;
}

/** A plan that the device's store sells (A §7, in-app purchase). */
export interface StorePlan {
  /** The product's id in the store, a plan's `additional_id`. */
  product: string;
  /** Formatted by the store, e.g. `€4.99`. */
  priceText: string;
}

/** A purchase that the store has approved. */
export interface StorePurchase {
  product: string;
  /** The store's proof, which the server checks: Apple's signed transaction, or Google's purchase token. */
  receipt: string;
  /**
   * Completes it at the store. Call it only once the server has recorded the purchase: the store returns an unfinished one at each
   * start.
   */
  finish(): Promise<void>;
}

export interface StoreOrder {
  product: string;
  /** The member's id at the store, a UUID, which the store's own notifications carry. */
  account: string;
  /** The purchase that this one replaces; Android needs its token. */
  replaces?: { token: string; isUpgrade: boolean };
}

/** The store of a native shell. */
export interface DeviceStore {
  /** The store's texts for these products; those that it does not sell are absent. */
  plans(products: readonly string[]): Promise<StorePlan[]>;
  /**
   * `cancelled` by the member; `deferred`: it waits for an approval in the store; {@link DeviceStore.onPurchase} reports it afterwards.
   * Throws `PAYMENT_FAILED`, `PRIVACY_NOT_ACKNOWLEDGED`.
   */
  purchase(order: StoreOrder): Promise<StorePurchase | 'cancelled' | 'deferred'>;
  /** What the store's account owns among these products. */
  restore(products: readonly string[]): Promise<StorePurchase[]>;
  /**
   * Reports approved purchases that are not finished: those of earlier starts, and deferred ones.
   * @returns a function that removes the handler
   */
  onPurchase(handler: (purchase: StorePurchase) => void): () => void;
}

/**
 * The device's functions: those of the web browser, or of a native shell around it. Modules never call the browser directly, so
 * that a native shell can replace it; tests use `createRecordingPlatform`.
 */
export interface Platform {
  readonly kind: 'web' | 'ios' | 'android';
  has(feature: PlatformFeature): boolean;
  /**
   * Runs when the app becomes visible again.
   * @returns a function that removes the handler
   */
  onResume(handler: (awayMs: number) => void): () => void;
  /** Shares text or a link through the device's share sheet; without one, copies it. Throws `NOT_AVAILABLE`. */
  share(content: { title?: string; text?: string; url?: string }): Promise<'shared' | 'copied' | 'cancelled'>;
  /** Vibrates for `duration` ms; does nothing on a device without a motor. */
  vibrate(duration: number): void;
  /** The member's position, `[lon, lat]` in degrees, at most a minute old. Throws `GEO_PERMISSION_DENIED`, `GEO_UNAVAILABLE`. */
  position(): Promise<[number, number]>;
  /** How the last request for the position on this device ended; undefined before the first one and after `forgetPosition`. */
  positionAnswer(): 'given' | 'denied' | undefined;
  /** Forgets the position that this device stores. */
  forgetPosition(): void;
  /** The contacts that the member picks; empty when they cancel. Throws `NOT_AVAILABLE`. */
  pickContacts(): Promise<PickedContact[]>;
  /** Throws `NO_CALENDAR`, `CALENDAR_BLOCKED`. On the web, downloads a file for the calendar app. */
  addToCalendar(entry: CalendarEntry): Promise<'added' | 'downloaded'>;
  /** A picture from the camera; null when the member cancels. Throws `MEDIA_PICKER_ERROR`. */
  takePicture(): Promise<File | null>;
  /** The device's store, which opens at the first call. Throws `NO_NAVIGATOR_STORE` without one. */
  store(): Promise<DeviceStore>;
  readonly push: {
    permission(): 'granted' | 'denied' | 'default';
    /** Asks for permission if needed and returns the subscription for the server. Throws `PUSH_PERMISSION_DENIED`, `NOT_AVAILABLE`. */
    subscribe(publicKey: string): Promise<PushSubscriptionJSON>;
    /** Ends the subscription and closes the shown messages. */
    unsubscribe(): Promise<void>;
  };
  /** Opens a link outside the app; resolves when the member returns (B §4, joining with a registration link). */
  openAndWait(url: string): Promise<void>;
}
