import { signUp, signUpForm } from '@paddock/contract/account';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Form, PasswordInput, RequiredNote, TextInput } from '@paddock/ui/field';
import { Entry } from '@paddock/ui/hero';
import { useMemo, useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { useCodeForm } from '../forms/use-code-form';
import { ExtraField } from './extra-field';

const base = ['email', 'username', 'password', 'fullname'] as const;
type BaseField = (typeof base)[number];

/** The sign-up form of this deployment: base fields and its extra ones (A §5), over the schema that the service runs. */
export function SignUp() {
  const t = useText();
  const { flags, signIn } = useSession();
  const create = useCallMutation(signUp);
  // One id for this form: sending it again after a lost answer does not sign up twice.
  const [clientId] = useState(() => crypto.randomUUID());
  const extras = flags.signup_fields;

  const { form, field, send, failure, pending, disabled } = useCodeForm<Record<string, string>>({
    schema: useMemo(() => signUpForm(flags), [flags]),
    defaultValues: Object.fromEntries([...base, ...extras.map(({ name }) => name)].map((name) => [name, ''])),
    mandatory: [...base, ...extras.filter(({ mandatory }) => mandatory).map(({ name }) => name)],
    ownTexts: Object.fromEntries(extras.flatMap(({ name, message }) => (message ? [[name, message]] : []))),
    async submit(values) {
      const own = Object.fromEntries(base.map((name) => [name, values[name]])) as Record<BaseField, string>;
      const given = extras.map(({ name }) => [name, values[name] ?? ''] as const).filter(([, value]) => value !== '');
      const { token, user } = await create.mutateAsync({
        client_id: clientId,
        ...own,
        fields: Object.fromEntries(given),
      });
      signIn(token, user);
    },
  });

  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('signup.title')}
      back={{ label: t('back'), href: '#/' }}
    >
      <Form onSubmit={(event) => void send(event)} aria-label={t('signup.title')}>
        {failure && (
          <Banner kind="bad" live="alert">
            {failure}
          </Banner>
        )}
        <RequiredNote>{t('required_fields')}</RequiredNote>
        <TextInput {...field('fullname')} label={t('fields.fullname')} autoComplete="name" dir="auto" />
        <TextInput
          {...field('username')}
          label={t('fields.username')}
          help={t('signup.username_help')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...field('email')} label={t('fields.email')} type="email" inputMode="email" autoComplete="email" />
        <PasswordInput
          {...field('password')}
          label={t('fields.password')}
          help={t('signup.password_help', { min: flags.passwordMinLen, max: flags.passwordMaxLen })}
          autoComplete="new-password"
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
        />
        {extras.map((extra) => (
          <ExtraField
            key={extra.name}
            extra={extra}
            input={field(extra.name)}
            value={form.watch(extra.name) ?? ''}
            onChange={(value) =>
              form.setValue(extra.name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            }
          />
        ))}
        <Button type="submit" variant="primary" size="l" wide pending={pending} disabled={disabled}>
          {t('signup.submit')}
        </Button>
      </Form>
      <p className="label two">
        {t('legal.accept')}{' '}
        <Link href="/terms" className="link">
          {t('legal.terms')}
        </Link>
        {' · '}
        <Link href="/privacy" className="link">
          {t('legal.privacy')}
        </Link>
      </p>
    </Entry>
  );
}
