import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Copy, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styles from './security.module.css';

/** Shows the codes once: the service stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useText();
  const toast = useToast();
  const { community } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const download = () => {
    const text = `${community.title}\n${t('security.recovery.title')}\n\n${codes.join('\n')}\n`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const name = `${community.title} ${t('security.recovery.title')}.txt`;
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  return (
    <>
      <div className="stack gap-1">
        <h4 className="heading" ref={heading} tabIndex={-1}>
          {t('security.recovery.title')}
        </h4>
        <p className="text-secondary">{t('security.recovery.text')}</p>
      </div>
      <ol className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code} className={styles.key}>
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button
          icon={Copy}
          onPress={() =>
            void navigator.clipboard
              .writeText(codes.join('\n'))
              .then(() => toast('security.recovery.copied'))
              .catch(toast.error)
          }
        >
          {t('security.recovery.copy')}
        </Button>
        <Button icon={Download} onPress={download}>
          {t('security.recovery.download')}
        </Button>
      </div>
      <div>
        <Button variant="primary" onPress={onDone}>
          {t('security.recovery.done')}
        </Button>
      </div>
    </>
  );
}
