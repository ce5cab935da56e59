import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { useState } from 'react';

/** Asks for confirmation, then signs out and removes drafts from this device. */
export function LogOutSection() {
  const t = useText();
  const { community, signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  return (
    <div className="stack gap-3">
      <p className="text-secondary">{t('settings.log_out_text', { community: community.title })}</p>
      <div>
        <Button
          variant="ink"
          pending={leaving}
          onPress={() => {
            setLeaving(true);
            void signOut();
          }}
        >
          {t('settings.log_out')}
        </Button>
      </div>
    </div>
  );
}
