import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { useErrorText } from '../src/i18n/i18n';
import { PlatformError, usePlatform } from '../src/platform/platform';
import { createRecordingPlatform } from './recording-platform';
import { TestHost, testKit } from './test-host';

it('records calls, and throws the name of a function without a reply', async () => {
  const device = createRecordingPlatform({ share: () => Promise.resolve('shared') });
  await device.share({ url: 'https://a.example' });
  device.vibrate(20);
  expect(device.calls).toEqual([
    { name: 'share', args: [{ url: 'https://a.example' }] },
    { name: 'vibrate', args: [20] },
  ]);
  expect(() => device.position()).toThrow('the test defines no reply to position');
});

it('replaces the device of a module, whose errors have a text', async () => {
  function Where() {
    const text = useErrorText();
    return <p>{usePlatform().has('position') ? 'here' : text(new PlatformError('GEO_PERMISSION_DENIED'))}</p>;
  }
  const platform = createRecordingPlatform({ missing: ['position'] });
  const kit = await testKit({ module: 'mfe-people', messages: {}, platform });
  render(
    <TestHost kit={kit} module="mfe-people">
      <Where />
    </TestHost>,
  );
  screen.getByText('Your position is not shared with this app.');
});
