import { expect, it } from '@jest/globals';
import type { MfeLifecycles, MountProps } from '@paddock/mfe-kit/define-mfe';
import { mountPiece } from './mount-piece';

it('unmounts a piece also when it is being updated', async () => {
  const phases: string[] = [];
  let endUpdate: () => void = () => undefined;
  const phase = (name: string) => () => {
    phases.push(name);
    return name === 'update' ? new Promise<void>((done) => (endUpdate = done)) : Promise.resolve();
  };
  const names = ['bootstrap', 'mount', 'unmount', 'update'] as const;
  const lifecycles = Object.fromEntries(names.map((name) => [name, phase(name)])) as unknown as MfeLifecycles;
  const view = { kind: 'background' } as const;
  const piece = mountPiece(lifecycles, document.createElement('div'), { view } as unknown as MountProps);
  await piece.mounted;
  piece.update(view);
  await new Promise((done) => setTimeout(done));
  expect(phases).toEqual(['bootstrap', 'mount', 'update']);
  const unmounted = piece.unmount();
  await new Promise((done) => setTimeout(done));
  endUpdate();
  await unmounted;
  expect(phases).toEqual(['bootstrap', 'mount', 'update', 'unmount']);
});
