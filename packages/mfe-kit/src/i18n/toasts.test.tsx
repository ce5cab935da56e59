import { expect, it } from '@jest/globals';
import { ToastRegion } from '@paddock/ui/toast';
import { act, render, screen } from '@testing-library/react';
import { TestHost, testKit } from '../../test/test-host';
import { type Toast, useToast } from './toasts';

it('marks a failure and a success differently', async () => {
  const messages = { copied: 'Copied', not_copied: '{{name}} was not copied' };
  const kit = await testKit({ module: 'mfe-x', messages });
  let toast: Toast | undefined;
  function Caller() {
    toast = useToast();
    return <ToastRegion label="Messages" dismissLabel="Dismiss" />;
  }
  render(
    <TestHost kit={kit} module="mfe-x">
      <Caller />
    </TestHost>,
  );
  act(() => {
    toast?.('copied');
    toast?.('not_copied', { kind: 'bad', name: 'The link' });
    toast?.error(new Error());
  });
  const icons = screen.getAllByRole('listitem').map((item) => item.querySelector('svg')?.classList);
  expect(screen.getByText('The link was not copied')).toBeTruthy();
  expect(icons.map((classes) => classes?.contains('lucide-circle-alert'))).toEqual([false, true, true]);
});
