import type { Profile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { Camera } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import styles from './edit.module.css';

const CropPicture = lazyPart(() => import('./crop-picture'), 'CropPicture');

interface EditPictureProps {
  profile: Profile;
  replace: (file: File) => Promise<void>;
}

/** The picture in the size of the profile, and the choice of another one. */
export function EditPicture({ profile, replace }: EditPictureProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const { id, fullname, picture } = profile;
  return (
    <div className={styles.picture}>
      <PersonAvatar id={id} name={fullname} src={picture} size="xl" alt={t('profile.picture', { name: fullname })} />
      <Button icon={Camera} onPress={() => input.current?.click()}>
        {t(picture === undefined ? 'edit.picture.add' : 'edit.picture.change')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('edit.picture.change')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) setChosen(file);
        }}
      />
      <p className="label text-tertiary">{t('edit.picture.hint')}</p>
      {chosen && (
        <Suspense fallback={null}>
          <CropPicture file={chosen} replace={replace} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
