import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useDraft } from './outbox';
import { add, kitFor, server, settled, statuses, storedItems } from '../../test/outbox-scenario';
import { TestHost } from '../../test/test-host';

beforeEach(() => localStorage.clear());

describe('the outbox of a faulty module', () => {
  it('removes what the server accepted, also when a listener throws', async () => {
    const there = server();
    const kit = await kitFor(there);
    const fault = new Error('the listener of a module');
    const reported = jest.fn();
    Object.assign(globalThis, { reportError: reported });
    kit.outbox.onSent(() => {
      throw fault;
    });
    add(kit, 'hello');
    await settled();
    expect([statuses(kit), storedItems(), reported.mock.calls]).toEqual([[], [], [[fault]]]);
  });

  it.each(['on', 'null', '{"client_id": ', '7'])('starts beside a value that is no item: %s', async (value) => {
    localStorage.setItem('mfe-timing.outbox.settings', value);
    const there = server();
    const kit = await kitFor(there);
    add(kit, 'hello');
    await settled();
    expect([...there.shouts.values()]).toEqual(['hello']);
  });
});

describe('a full storage of the browser', () => {
  /** Fills what jsdom allows. */
  const fill = () => {
    for (let size = 5_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        localStorage.setItem(`filler.${size}`, 'x'.repeat(size));
      } catch {
        // The next half fits.
      }
  };

  it('sends what does not fit, also after an outage', async () => {
    const there = server();
    there.network.state = 'down';
    const kit = await kitFor(there);
    fill();
    add(kit, 'hello');
    await settled();
    expect([statuses(kit), storedItems()]).toEqual([['waiting'], []]);
    there.network.state = 'up';
    kit.realtime.heard(true);
    await settled();
    expect([...there.shouts.values()]).toEqual(['hello']);
    expect(statuses(kit)).toEqual([]);
  });

  it('keeps the typed text in its window', async () => {
    const kit = await kitFor(server());
    fill();
    let write: (text: string) => void = () => undefined;
    function Page() {
      const [text, setText] = useDraft('42');
      write = setText;
      return <p>[{text}]</p>;
    }
    const show = () =>
      render(
        <TestHost kit={kit} module="mfe-shouts">
          <Page />
        </TestHost>,
      );
    const first = show();
    act(() => write('half a sentence'));
    expect(screen.getByText('[half a sentence]')).toBeTruthy();
    first.unmount();
    show();
    expect(screen.getByText('[half a sentence]')).toBeTruthy();
  });
});
