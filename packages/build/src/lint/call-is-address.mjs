const left = new Set(['input', 'reply', 'summary', 'permission', 'errors', 'aliases', 'status']);

/** In a browser a call of the contract is its address alone: the build leaves the rest out (`call-addresses-loader`). */
export const callIsAddress = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      left: "'{{call}}.{{part}}' is not there in a browser: a call is its address. Export the schema and import it.",
    },
  },
  create(context) {
    const imported = new Set();
    return {
      ImportSpecifier(node) {
        if (node.parent.source.value.startsWith('@paddock/contract/')) imported.add(node.local.name);
      },
      MemberExpression(node) {
        if (node.object.type !== 'Identifier' || node.computed || !left.has(node.property.name)) return;
        if (!imported.has(node.object.name)) return;
        const data = { call: node.object.name, part: node.property.name };
        context.report({ node, messageId: 'left', data });
      },
    };
  },
};
