import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Self } from '@paddock/contract/calls/users';
import { createStore } from '../kit/store';
import { createSession } from './session';

const boot = {
  flags: { workplaces_enabled: true },
  workplaces: [
    { id: 'south', title: 'Zenith' },
    { id: 'north', title: 'Atrium' },
  ],
} as unknown as Boot;
const member = (workplaces: string[], more: object = {}) =>
  ({ id: 'ann', admin: false, acl: [], workplaces, ...more }) as unknown as Self;
const start = () => {
  const deployment = createStore(boot);
  return { deployment, session: createSession(localStorage, deployment) };
};

beforeEach(() => localStorage.clear());

describe(createSession, () => {
  it('places a member in their first workplace by title at sign-in, and stores it', () => {
    const { session } = start();
    session.signIn('t', member(['south', 'north']));
    expect([session.get().workplace, localStorage.getItem('workplace')]).toEqual(['north', 'north']);
  });

  it('returns to the stored workplace at start and after a sign-out', () => {
    const first = start().session;
    first.signIn('t', member(['south', 'north']));
    first.switchWorkplace('south');
    expect(start().session.get().workplace).toBe('south');
    first.forget();
    first.signIn('t', member(['south', 'north']));
    expect(first.get().workplace).toBe('south');
    first.forget();
    first.signIn('t', member(['north']));
    expect(first.get().workplace).toBe('north');
  });

  it('leaves a workplace that the member has lost, or that was closed', () => {
    const { session, deployment } = start();
    session.signIn('t', member(['south']));
    session.update(member(['north']));
    expect(session.get().workplace).toBe('north');
    deployment.set({ ...boot, workplaces: [{ id: 'south', title: 'Zenith' }] });
    expect(session.get().workplace).toBe('');
  });

  it('keeps super admins and members without a workplace in the default place', () => {
    const { session } = start();
    session.signIn('t', member([]));
    expect(session.get().workplace).toBe('');
    session.signIn('t', member(['south'], { admin: true }));
    expect(session.get().workplace).toBe('');
  });
});
