// The built-in test provider's answer to Stripe.js: the same functions, with a form in a frame of its own, so that what is typed
// there never enters the product's page. A classic script: it has no imports.
(() => {
  const origin = new URL(document.currentScript.src).origin;

  /** A sandboxed frame has no origin: the page cannot read it, and a message is identified by its window. */
  function openFrame(path, title) {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    frame.title = title;
    frame.src = `${origin}/test-provider/${path}`;
    Object.assign(frame.style, { border: '0', display: 'block', inlineSize: '100%', blockSize: '0' });
    const handlers = new Map();
    const receive = ({ source, data }) => {
      if (source !== frame.contentWindow || data === null || typeof data !== 'object') return;
      if (data.type === 'height') frame.style.blockSize = `${Number(data.height)}px`;
      handlers.get(data.type)?.(data);
    };
    addEventListener('message', receive);
    return {
      frame,
      on: (type, handler) => handlers.set(type, handler),
      send: (message) => frame.contentWindow?.postMessage(message, '*'),
      close() {
        removeEventListener('message', receive);
        frame.remove();
      },
    };
  }

  function newElement(settings) {
    const listeners = new Map();
    let opened;
    const emit = (type, event) =>
      (listeners.get(type) ?? []).forEach((listen) => listen({ elementType: 'payment', ...event }));
    const waiting = new Map();
    let requests = 0;
    const setup = () => opened?.send({ type: 'setup', appearance: settings.appearance ?? {} });
    const element = {
      mount(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        opened = openFrame(`card?locale=${encodeURIComponent(settings.locale ?? '')}`, 'Card');
        opened.on('ready', () => {
          setup();
          emit('ready', {});
        });
        opened.on('change', ({ complete, empty }) => emit('change', { complete, empty, value: { type: 'card' } }));
        opened.on('escape', () => emit('escape', {}));
        opened.on('result', ({ request, result }) => {
          waiting.get(request)?.(result);
          waiting.delete(request);
        });
        opened.frame.addEventListener('error', () => emit('loaderror', { error: { type: 'api_connection_error' } }));
        place.replaceChildren(opened.frame);
      },
      on(type, listen) {
        listeners.set(type, [...(listeners.get(type) ?? []), listen]);
        return element;
      },
      off(type) {
        listeners.delete(type);
        return element;
      },
      focus: () => opened?.send({ type: 'focus' }),
      update: () => undefined,
      unmount: () => opened?.close(),
      destroy: () => opened?.close(),
    };
    const ask = (message) =>
      new Promise((resolve) => {
        waiting.set(++requests, resolve);
        opened.send({ ...message, request: requests });
      });
    return { element, ask, setup };
  }

  /** The dialog that asks as the card's bank would. */
  function challenge(clientSecret, account, settings) {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      const variables = settings.appearance?.variables ?? {};
      Object.assign(dialog.style, {
        ...{
          border: '0',
          borderRadius: '12px',
          inlineSize: 'min(400px, calc(100vw - 32px))',
          margin: 'auto',
          padding: '0',
        },
        background: variables.colorBackground ?? 'Canvas',
      });
      const opened = openFrame(`challenge?locale=${encodeURIComponent(settings.locale ?? '')}`, 'Bank');
      dialog.append(opened.frame);
      const give = (isConfirmed) => opened.send({ type: 'answer', isConfirmed, clientSecret, account });
      opened.on('ready', () => {
        opened.send({ type: 'setup', appearance: settings.appearance ?? {}, clientSecret, account });
        opened.frame.focus();
        opened.send({ type: 'focus' });
      });
      opened.on('escape', () => dialog.close());
      opened.on('result', ({ result }) => {
        dialog.remove();
        opened.close();
        resolve(result);
      });
      // Escape closes it, from the page or from the frame: the holder has not confirmed.
      dialog.addEventListener('close', () => give(false));
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  globalThis.Stripe = function Stripe(_publicKey, { stripeAccount: account = '', locale } = {}) {
    const formOf = new WeakMap();
    return {
      elements(options = {}) {
        const settings = { locale, ...options };
        const form = newElement(settings);
        const elements = {
          create: () => form.element,
          getElement: () => form.element,
          submit: async () => ({}),
          update(next) {
            Object.assign(settings, next);
            form.setup();
          },
        };
        formOf.set(elements, { form, settings });
        return elements;
      },
      async confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
        const { form, settings } = formOf.get(elements);
        const secret = clientSecret ?? settings.clientSecret;
        let result = await form.ask({ type: 'confirm', clientSecret: secret, account });
        if (result.paymentIntent?.status === 'requires_action') result = await challenge(secret, account, settings);
        if (!result.error && redirect !== 'if_required' && confirmParams?.return_url) {
          const target = new URL(confirmParams.return_url);
          target.searchParams.set('payment_intent', result.paymentIntent.id);
          target.searchParams.set('redirect_status', result.paymentIntent.status);
          location.assign(target);
        }
        return result;
      },
      async retrievePaymentIntent(clientSecret) {
        const reply = await fetch(`${origin}/test-provider/intent`, {
          method: 'POST',
          body: new URLSearchParams({ client_secret: clientSecret, account }),
        });
        return reply.json();
      },
    };
  };
  globalThis.Stripe.version = 'test';
})();
