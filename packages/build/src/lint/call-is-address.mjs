const removed = new Set(['input', 'reply', 'summary', 'permission', 'errors', 'aliases', 'status']);

/** In a browser, a contract call is only its address: the build removes the rest (`call-addresses-loader`). */
export const callIsAddress = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      removed:
        "'{{call}}.{{part}}' does not exist in a browser, where a call is its address. Export the schema and import it.",
    },
  },
  create(context) {
    const imported = new Set();
    return {
      ImportSpecifier(node) {
        if (node.parent.source.value.startsWith('@paddock/contract/')) imported.add(node.local.name);
      },
      MemberExpression(node) {
        if (node.object.type !== 'Identifier' || node.computed || !removed.has(node.property.name)) return;
        if (!imported.has(node.object.name)) return;
        const data = { call: node.object.name, part: node.property.name };
        context.report({ node, messageId: 'removed', data });
      },
    };
  },
};
