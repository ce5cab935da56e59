import './zod-without-eval';
import '@paddock/ui/tokens.css';
import '@paddock/ui/fonts.css';
import type { Boot } from '@paddock/contract/calls/boot';
import { chooseLanguage } from '@paddock/contract/core/languages';
import { createKit } from '@paddock/mfe-kit/create-kit';
import { addMessages, changeLanguage, createI18n, type MessageTable } from '@paddock/mfe-kit/i18n';
import { withPermittedTabs } from '@paddock/mfe-kit/pages';
import { createStore } from '@paddock/mfe-kit/store';
import type { EntryParameters, Texts } from '@paddock/mfe-kit/kit-context';
import { setClickDebounce } from '@paddock/ui/button';
import { loadGroupIcons } from '@paddock/ui/group-icon';
import { createRoot, type Root } from 'react-dom/client';
import { Shell } from '../frame/shell';
import { createAlerts } from '../frame/alerts';
import { firstModule, startPage } from '../frame/destination';
import { followLinkWorkplace } from '../frame/link-workplace';
import { afterStartMs } from '../frame/refresh-self';
import en from '../messages/en.json' with { type: 'json' };
import { watchForCrashes } from '../modules/crash-watch';
import { loadRelease } from '../modules/load-release';
import { createModules } from '../modules/modules';
import { slotService } from '../modules/slot-host';
import { applyLook } from './apply-look';
import { BootFailed } from './boot-failed';
import { fetchBoot } from './fetch-boot';
import { followDeployment } from './follow-deployment';
import { reportCrash, ShellCrashed } from './shell-crashed';
import { takeEntry, stripPageUrl } from './strip-url-tokens';

const messages: MessageTable = { en, ar: () => import(/* webpackChunkName: "ar" */ '../messages/ar.json') };

/** Milliseconds. */
const frameWaitMs = 100;

/**
 * Starts the shell on the first boot reply; offers Retry until there is one.
 * @param entry parameters stripped from the address
 */
export async function start(firstBoot: Promise<Boot>, entry: EntryParameters): Promise<void> {
  const i18n = createI18n({ language: navigator.language, strict: false });
  await addMessages(i18n, 'shell', messages, 'en');
  const crashed = (error: unknown) => {
    reportCrash(error);
    root.render(<ShellCrashed i18n={i18n} />);
  };
  const root = createRoot(document.getElementById('root')!, { onUncaughtError: crashed });
  await run(root, i18n, firstBoot, entry).catch(crashed);
}

async function run(root: Root, i18n: Texts, firstBoot: Promise<Boot>, entry: EntryParameters): Promise<void> {
  const boot = await firstBoot.catch(
    () =>
      new Promise<Boot>((resolve) => {
        root.render(<BootFailed i18n={i18n} read={() => fetchBoot()} onRead={resolve} />);
      }),
  );

  const deployment = createStore(boot);
  const alerts = createAlerts(() => follow.refresh());
  const modules = createModules({ deployment, refresh: () => follow.refresh(), load: loadRelease });
  const kit = createKit({
    deployment,
    i18n,
    storage: localStorage,
    slots: slotService(deployment, modules),
    startPage: () => startPage(withPermittedTabs(deployment.get(), kit.session.get())),
    entry,
    onRefused: (error, call) => alerts.refused(error, call, kit),
  });
  modules.provide(kit);
  // Runs before the pages' own listeners: strips tokens from an address that changes while the page is open, too.
  window.addEventListener('hashchange', () => {
    stripPageUrl();
    const brought = takeEntry();
    if (Object.keys(brought).length > 0) kit.entry.set(brought);
    followLinkWorkplace(kit);
  });
  followLinkWorkplace(kit);
  // Run prefetched code now, not after the frame renders.
  const first = firstModule(boot, window.location.hash.slice(1), kit.session.get().user);
  const loaded = first && modules.load(first).catch(() => undefined);
  loadGroupIcons().catch(() => undefined);

  const applyChoices = async () => {
    const { languages } = deployment.get();
    const language = chooseLanguage(languages, [kit.session.get().user?.language, ...navigator.languages]);
    await changeLanguage(i18n, language, messages);
    applyLook(deployment.get(), language, kit.session.get().workplace, kit.appearance.get());
    setClickDebounce(deployment.get().flags.click_debounce_local_time);
  };
  // In sequence: a slowly loading language must not override a later choice.
  let setting = Promise.resolve();
  const applyInTurn = () => (setting = setting.then(applyChoices));
  await applyInTurn();
  deployment.subscribe(() => void applyInTurn());
  kit.session.subscribe(() => void applyInTurn());
  kit.appearance.subscribe(() => void applyInTurn());

  const follow = followDeployment(kit, () => fetchBoot(modules.running()));
  watchForCrashes(modules);
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const followPush = async (atStart: boolean) =>
    (await import(/* webpackChunkName: "later" */ '../push/follow-push')).followPush(kit, atStart);
  // The worker exists only where push messages are on, and takes the window over when they are turned on.
  if (serviceWorker?.controller)
    void new Promise((resolve) => {
      setTimeout(resolve, afterStartMs);
      // Of a pressed message, which the worker sends again.
      serviceWorker.addEventListener('message', resolve);
    })
      .then(() => followPush(true))
      .catch(() => undefined);
  else
    serviceWorker?.addEventListener('controllerchange', () => void followPush(false).catch(() => undefined), {
      once: true,
    });
  // Code that has nearly loaded renders together with the frame: rendering the frame first would delay it.
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, frameWaitMs))]);
  root.render(<Shell kit={kit} modules={modules} alerts={alerts} />);
}
