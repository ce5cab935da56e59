import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import readQR from 'qr/decode.js';
import { QrCode } from './security-qr-code';

const address = 'otpauth://totp/Paddock:driver?issuer=Paddock&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The drawn squares as a picture of `scale` pixels a square, with the margin that the style sheet adds. */
function pictureOf(svg: Element, scale = 4, margin = 4) {
  const [left, top, size] = svg.getAttribute('viewBox')!.split(' ').map(Number) as [number, number, number];
  const side = (size + 2 * margin) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of svg
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) - top + margin) * scale + row) * side + (Number(x) - left + margin) * scale;
      for (let pixel = start; pixel < start + scale; pixel += 1) data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  return { width: side, height: side, data };
}

describe(QrCode, () => {
  it('draws a code that a camera reads as the text', () => {
    render(<QrCode text={address} label="QR code" />);
    const svg = screen.getByRole('img', { name: 'QR code' });
    expect(svg.getAttribute('viewBox')).toMatch(/^1 1 (\d+) \1$/);
    expect(readQR(pictureOf(svg))).toBe(address);
  });
});
