import type { Appearance } from '@paddock/mfe-kit/payments';

/** The look of the provider's form, from the tokens in force: its frame cannot read the page's own styles. */
export function cardAppearance(within: Element): Appearance {
  const paint = painterOf(within);
  const color = (token: string) => `rgb(${paint(token).join(', ')})`;
  const lightness = paint('--surface').reduce((sum, part) => sum + part, 0);
  return {
    // Its own icons and shadows follow the theme.
    theme: lightness < 384 ? 'night' : 'flat',
    labels: 'above',
    variables: {
      ...{ colorPrimary: color('--accent-edge'), colorBackground: color('--surface'), colorText: color('--ink') },
      ...{
        colorTextSecondary: color('--ink-2'),
        colorTextPlaceholder: color('--ink-3'),
        colorDanger: color('--danger'),
      },
      ...{ fontSizeBase: '16px', borderRadius: '6px', spacingUnit: '4px' },
    },
    rules: {
      '.Input': { border: `1px solid ${color('--line-strong')}`, boxShadow: 'none' },
      '.Input:focus': {
        border: `1px solid ${color('--accent-edge')}`,
        boxShadow: `0 0 0 1px ${color('--accent-edge')}`,
      },
      '.Input--invalid': { border: `2px solid ${color('--danger')}`, boxShadow: 'none' },
    },
  };
}

/** Returns a function that paints a token: the provider reads neither `light-dark()` nor `oklch()`. */
function painterOf(within: Element): (token: string) => [red: number, green: number, blue: number] {
  const probe = within.appendChild(document.createElement('span'));
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(probe);
  probe.hidden = true;
  queueMicrotask(() => probe.remove());
  return (token) => {
    probe.style.color = `var(${token})`;
    if (!context) return [0, 0, 0];
    context.fillStyle = style.color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
}
