import type { CSSProperties } from 'react';

/** The style that gives an element and its parts their tone. */
export const toneStyle = (tone: string | undefined): CSSProperties | undefined =>
  tone ? ({ '--tone': tone } as CSSProperties) : undefined;
