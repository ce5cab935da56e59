/** Three slanted lanes, the middle one in the accent: the mark on the rail and the splash. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor">
      <path d="M4 26 11 6h5L9 26z" opacity=".55" />
      <path d="M12 26 19 6h5l-7 20z" style={{ fill: 'var(--accent-frame)' }} />
      <path d="M20 26 27 6h3l-7 20z" opacity=".55" />
    </svg>
  );
}
