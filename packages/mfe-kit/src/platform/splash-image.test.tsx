import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { testKit, TestHost } from '../../test/test-host';
import { useSplashImage } from './splash-image';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Picture() {
  return <p>{useSplashImage() ?? 'none'}</p>;
}

async function shown(look: object, appearance: 'system' | 'light' | 'dark' = 'system') {
  const kit = await testKit({
    module: 'mfe-chats',
    messages: {},
    boot: { look: { accent: '#ff5b1f', theme: 'system', ...look } },
  });
  kit.appearance.set(appearance);
  return render(
    <TestHost kit={kit} module="mfe-chats">
      <Picture />
    </TestHost>,
  ).container.textContent;
}

const both = { splash_image: '/day.jpg', splash_image_dark: '/night.jpg' };

describe(useSplashImage, () => {
  it.each([
    [both, 'light', '/day.jpg'],
    [both, 'dark', '/night.jpg'],
    [{ ...both, theme: 'dark' }, 'light', '/night.jpg'],
    [{ ...both, theme: 'light' }, 'dark', '/day.jpg'],
    [{ splash_image: '/day.jpg' }, 'dark', '/day.jpg'],
    [{}, 'dark', 'none'],
  ] as const)('with the look %j and the appearance %s it is %s', async (look, appearance, picture) =>
    expect(await shown(look, appearance)).toBe(picture),
  );
});
