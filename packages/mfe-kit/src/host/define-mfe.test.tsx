import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { testKit } from '../../test/test-host';
import { useModuleVersion } from '../session/session';
import { defineMfe, type ScreenProps } from './define-mfe';

const Entry = ({ params }: ScreenProps<'id' | 'part'>) => (
  <p>
    {typeof params.id} {params.id}, {typeof params.part} {params.part}
  </p>
);
const Version = () => <p>version {useModuleVersion()},</p>;

// single-spa-react renders by itself, outside act().
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

let unmount: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => unmount());

/** Mounts a module at an address, as the shell does, and returns what its screen shows of its parameters. */
async function shownAt(address: string) {
  window.location.hash = address;
  const module = defineMfe({
    manifest: { id: 'mfe-x', title: { en: 'X', ar: 'X' }, contract: '^1.0.0', permissions: [], budget_kb: 1 },
    screens: { '/main/x/:id/:part?': Entry, '/version': Version },
    messages: { en: {} },
  });
  const domElement = document.body.appendChild(document.createElement('div'));
  const props = {
    ...{ name: 'mfe-x', domElement, mountParcel: () => undefined, singleSpa: {}, version: '1' },
    kit: await testKit({
      module: 'mfe-x',
      messages: {},
      boot: { modules: [{ id: 'mfe-x', version: '2', manifest: { routes: [], links: {} } } as never] },
    }),
    view: { kind: 'page' },
    onCrash: () => undefined,
  } as never;
  await module.bootstrap(props);
  await module.mount(props);
  unmount = () => module.unmount(props).then(() => domElement.remove());
  return (await screen.findByText(/^\w+ .*,/)).textContent;
}

describe(defineMfe, () => {
  it.each([
    ['leaves an optional part that the address lacks undefined', '/main/x/7', 'string 7, undefined '],
    ['passes an optional part', '/main/x/7/map', 'string 7, string map'],
    ['decodes an escape', '/main/x/a%26b', 'string a&b, undefined '],
    ['decodes an escape once', '/main/x/a%2526b', 'string a%26b, undefined '],
    ['keeps an escaped slash within its part', '/main/x/a%2Fb/c', 'string a/b, string c'],
    ['passes a malformed escape as it is', '/main/x/50%/c', 'string 50%, string c'],
  ])('%s', async (_, address, shown) => {
    expect(await shownAt(address)).toBe(shown);
  });

  it('names the version of the release that runs, not of the one that the deployment lists', async () => {
    expect(await shownAt('/version')).toBe('version 1,');
  });
});
