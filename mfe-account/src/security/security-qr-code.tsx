import encodeQR from 'qr';
import styles from './security.module.css';

/** A QR code as one SVG path rendered by React: the page's policy forbids markup from strings. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // The library draws a border of at least one; the padding of the style sheet is the code's margin.
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 1 });
  const size = rows.length - 2;
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`1 1 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  );
}
