// The forms in which a secret can be repeated: unchanged, in JSON, in JSON within JSON, in a URL.

/** Each form once, the secret itself first. */
export function secretForms(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inInnerJson = JSON.stringify(inJson).slice(1, -1);
  return [...new Set([secret, inJson, inInnerJson, encodeURIComponent(secret.toWellFormed())])];
}
