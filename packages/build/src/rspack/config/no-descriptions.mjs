// Replaces the English descriptions of Module Federation's errors, which no member reads.
const none = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
