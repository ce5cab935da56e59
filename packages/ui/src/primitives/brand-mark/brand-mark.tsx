import { useState, useSyncExternalStore } from 'react';
import styles from './brand-mark.module.css';

let logo: string | undefined;
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

/** Replaces Paddock's mark in all places by the community's own; undefined brings it back. */
export function setBrandLogo(address: string | undefined): void {
  if (address === logo) return;
  logo = address;
  for (const changed of listeners) changed();
}

/**
 * The community's logo, else Paddock's mark with its bar in the deployment's accent. For dark backgrounds: the frame, the landing page, the
 * tile of an entry screen.
 */
export function BrandMark({ size = 32 }: { size?: number }) {
  const address = useSyncExternalStore(subscribe, () => logo);
  const [failed, setFailed] = useState<string>();
  if (address !== undefined && address !== failed)
    return (
      <img className={styles.logo} src={address} alt="" width={size} height={size} onError={() => setFailed(address)} />
    );
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M5 27V5h5v22z" fill="var(--accent-frame)" />
      <path d="M13 27V5h8.5a7 7 0 0 1 0 14H18v8zm5-13h3a2.3 2.3 0 0 0 0-4.600h-3z" fill="var(--on-frame)" />
    </svg>
  );
}
