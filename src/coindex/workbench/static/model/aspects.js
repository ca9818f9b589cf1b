// The kinds of differences between annotations, in words.
import { t } from "../reader/wording.js";

export const ASPECTS = /** @type {Record<string, string>} */ ({
  mention: t`marked by some only`, span: t`bounds`, core: t`minimal span`, kind: t`kind`, reference: t`how it refers`,
  entity: t`what it refers to`, link: t`links`, description: t`type of the entity`,
});
