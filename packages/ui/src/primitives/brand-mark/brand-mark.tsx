/** Paddock's mark, with its bar in the deployment's accent. For dark backgrounds: the frame, the landing page, the tile of an entry screen. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M5 27V5h5v22z" fill="var(--accent-frame)" />
      <path d="M13 27V5h8.5a7 7 0 0 1 0 14H18v8zm5-13h3a2.3 2.3 0 0 0 0-4.600h-3z" fill="var(--on-frame)" />
    </svg>
  );
}
