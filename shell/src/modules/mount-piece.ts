import type { MfeLifecycles, MountProps } from '@paddock/mfe-kit/define-mfe';
import { mountRootParcel, type Parcel, type ParcelConfig } from 'single-spa';

export interface MountedPiece {
  /** Settles when the piece is on the page; rejects when mounting threw. */
  mounted: Promise<unknown>;
  update(view: MountProps['view']): void;
  unmount(): Promise<void>;
}

/** Delay of single-spa's warning (default 3 s): a module on a slow phone is not faulty. */
const patience = { millis: 15_000, warningMillis: 15_000, dieOnTimeout: false };
const timeouts = { bootstrap: patience, mount: patience, unmount: patience, update: patience };

/** Mounts one piece of a module as a root parcel in an element of its own. */
export function mountPiece(lifecycles: MfeLifecycles, element: HTMLElement, props: MountProps): MountedPiece {
  const { bootstrap, mount, unmount, update } = lifecycles;
  const handed = [{ ...props, domElement: element }];
  const config: unknown = { bootstrap, mount, unmount, update, timeouts };
  const parcel: Parcel<MountProps> = mountRootParcel(config as ParcelConfig<MountProps>, handed[0]!);
  // Each of these rejects when its phase fails; `mounted` alone is what we follow.
  parcel.loadPromise.catch(() => undefined);
  parcel.bootstrapPromise.catch(() => undefined);
  parcel.unmountPromise.catch(() => undefined);
  const mounted = parcel.mountPromise;
  mounted.catch(() => undefined);
  let gone = false;
  /** The phase that runs: single-spa unmounts nothing during an update. */
  let running: Promise<unknown> = mounted;

  return {
    mounted,
    update(view) {
      const fresh = { ...handed.at(-1)!, view };
      handed.push(fresh);
      running = running.then(() => (gone ? undefined : parcel.update?.(fresh))).catch(() => undefined);
    },
    async unmount() {
      gone = true;
      await running.catch(() => undefined);
      if (parcel.getStatus() === 'MOUNTED') await parcel.unmount().catch(() => undefined);
      // single-spa 6 never releases a root parcel or its props: clear them, so that they hold neither nodes nor the kit.
      for (const pieceProps of handed)
        for (const name of Object.keys(pieceProps)) Reflect.deleteProperty(pieceProps, name);
    },
  };
}
