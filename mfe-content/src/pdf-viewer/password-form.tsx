import { useText } from '@paddock/mfe-kit/i18n';
import { Button } from '@paddock/ui/button';
import { TextInput } from '@paddock/ui/field';
import { useState } from 'react';
import styles from './pdf-viewer.module.css';

/** Asks for a document's password, which stays in this window. */
export function PasswordForm({ isWrong, onSend }: { isWrong: boolean; onSend: (password: string) => void }) {
  const t = useText();
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.password}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(password);
      }}
    >
      <h2 className="heading">{t('pdf.password_title')}</h2>
      <TextInput
        type="password"
        label={t('pdf.password')}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isWrong && t('pdf.password_wrong')}
      />
      <Button type="submit" variant="primary">
        {t('pdf.open')}
      </Button>
    </form>
  );
}
