import type { ShoutMeta } from '@paddock/contract/calls/shout-links';
import type { Links } from '@paddock/contract/core/links';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { useStore } from '@paddock/mfe-kit/store';
import { LinkButton } from '@paddock/ui/button';
import styles from './meta-buttons.module.css';

type Option = ShoutMeta['options'][number];

/** The buttons that an admin gave a shout. */
export function MetaButtons({ meta }: { meta: ShoutMeta }) {
  return (
    <div className={styles.buttons}>
      {meta.options.map((option, index) =>
        'url' in option ? (
          <LinkButton key={index} href={option.url} target="_blank" rel="noreferrer noopener">
            {option.title}
          </LinkButton>
        ) : (
          <ModuleButton key={index} option={option} />
        ),
      )}
    </div>
  );
}

function ModuleButton({ option: { title, link, params } }: { option: Extract<Option, { link: unknown }> }) {
  const boot = useStore(useKit().deployment);
  // The admin's link, no link of the module. The service has checked its parameters.
  const address = linkAddress(boot, link, params as unknown as Links[typeof link]);
  return address === null ? null : <LinkButton href={`#${address}`}>{title}</LinkButton>;
}
