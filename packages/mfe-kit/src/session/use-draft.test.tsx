import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { act, render, screen } from '@testing-library/react';
import { TestHost, testKit } from '../../test/test-host';
import { useDraft } from './use-draft';

const ann = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;
const bob = { ...ann, id: 'bob' };

beforeEach(() => localStorage.clear());

describe(useDraft, () => {
  it('keeps text after a reload, for its writer in the same workplace only', async () => {
    let write: (text: string) => void = () => undefined;
    function Page() {
      const [text, setText] = useDraft('42');
      write = setText;
      return <p>[{text}]</p>;
    }
    const show = async (user: Self, workplaces: string[] = []) => {
      const kit = await testKit({
        module: 'mfe-shouts',
        messages: {},
        user: { ...user, workplaces },
        boot: { workplaces: workplaces.map((id) => ({ id, title: id })) },
        flags: { workplaces_enabled: workplaces.length > 0 },
      });
      return render(
        <TestHost kit={kit} module="mfe-shouts">
          <Page />
        </TestHost>,
      );
    };
    const first = await show(ann);
    act(() => write('half a thought'));
    first.unmount();
    const others = await show(bob);
    expect(screen.getByText('[]')).toBeTruthy();
    others.unmount();
    localStorage.setItem('workplace', 'hq');
    const elsewhere = await show(ann, ['hq']);
    expect(screen.getByText('[]')).toBeTruthy();
    elsewhere.unmount();
    localStorage.removeItem('workplace');
    await show(ann);
    expect(screen.getByText('[half a thought]')).toBeTruthy();
  });
});
