import { afterEach, describe, expect, it } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import { EventBody } from './event-body';

afterEach(cleanup);

async function open(image_urls: string[]) {
  const fetch = async () => new Response('{}', { headers: { 'content-type': 'application/json' } });
  const kit = await testKit({ module: 'mfe-events', messages: en, fetch });
  const { container } = render(
    <TestHost kit={kit} module="mfe-events">
      <EventBody event={makeEvent({ image_urls })} details={undefined} />
    </TestHost>,
  );
  return [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
}

describe('the pictures of an event', () => {
  it('form a numbered carousel when there are several', async () => {
    expect(await open(['/a.jpg', '/b.jpg', '/c.jpg'])).toEqual(['/a.jpg', '/b.jpg', '/c.jpg']);
    expect(screen.getByRole('group', { name: 'Pictures of Race' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Picture 2 of 3' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next picture' })).toBeTruthy();
  });

  it('show a single picture without a carousel, or none', async () => {
    expect(await open(['/a.jpg'])).toEqual(['/a.jpg']);
    expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull();
    cleanup();
    expect(await open([])).toEqual([]);
  });
});
