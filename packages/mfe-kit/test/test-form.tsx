import type { Boot } from '@paddock/contract/calls/boot';
import type { Flags } from '@paddock/contract/core/flags';
import type { Self } from '@paddock/contract/calls/users';
import { fireEvent, render, screen } from '@testing-library/react';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import { ApiError } from '../src/kit/api-error';
import { testKit, TestHost } from './test-host';
import { DataForm, type DataFormProps } from '../src/form/form';
import type { FormSchema } from '../src/form/form-data';

const ann = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;

interface FormEnvironment {
  fetch?: typeof globalThis.fetch;
  apiBase?: string;
  flags?: Partial<Flags>;
  boot?: Partial<Boot>;
  /** Null: a visitor. */
  user?: Self | null;
  workplace?: string;
}

/** Renders a form as a screen of mfe-test would; `sent` is the submitted input. */
export async function openForm<Schema extends FormSchema, Context = undefined>(
  props: Omit<DataFormProps<Schema, Context>, 'onSubmit'> & Partial<Pick<DataFormProps<Schema, Context>, 'onSubmit'>>,
  { flags, user = ann, workplace = '', ...network }: FormEnvironment = {},
) {
  const sent: unknown[] = [];
  const kit = await testKit({
    module: 'mfe-test',
    messages: {},
    user: user ?? undefined,
    flags: flagsSchema.parse({ time_zone: 'Europe/Brussels', ...flags }),
    ...network,
  });
  if (workplace) kit.session.switchWorkplace(workplace);
  const form = {
    onSubmit: async (input: unknown) => void sent.push(input),
    ...props,
  } as unknown as DataFormProps<FormSchema, undefined>;
  const view = render(
    <TestHost kit={kit} module="mfe-test">
      <DataForm {...form} />
    </TestHost>,
  );
  return { kit, sent, ...view };
}

/** A field's control by the start of its label: a mandatory field's label ends in an asterisk. */
export const control = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
export const enter = (label: string, value: string) => fireEvent.change(control(label), { target: { value } });
export const leave = (label: string) => fireEvent.blur(control(label));
export const button = (name = 'Save') => screen.getByRole('button', { name });
export const save = () => fireEvent.submit(button().closest('form')!);

/** A service that throws these errors, then succeeds; `ids` are the client ids it received. */
export function refusing(...errors: ApiError[]) {
  const ids: string[] = [];
  return {
    ids,
    onSubmit: async (_: unknown, clientId: string) => {
      ids.push(clientId);
      const error = errors.shift();
      if (error) throw error;
    },
  };
}
export const refusal = (fields: Record<string, string>) =>
  new ApiError('CONFLICT', 'It cannot be.', 409, fields as ApiError['fields']);
