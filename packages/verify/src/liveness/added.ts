import type { MountLiveness } from './liveness.ts';
import { mountOnce } from './mount-once.ts';

type AddedModule = { readonly mountLiveness?: MountLiveness };

/** The script stands beside those of the page: the policy of the page allows it, and nobody else can serve it. */
const load = (provider: string): Promise<AddedModule> => import(/* @vite-ignore */ `./liveness-${provider}.js`);

/** A component that the operator has added to the page. */
export const mountAddedLiveness = (provider: string): MountLiveness =>
  mountOnce(async (element, props, isMounted) => {
    if (!/^[a-z0-9-]{1,32}$/.test(provider)) return void props.onFault('unsupported');
    const added = await load(provider).catch(() => null);
    if (added === null) return void props.onFault('connection');
    if (!added.mountLiveness) return void props.onFault('unsupported');
    return isMounted() ? added.mountLiveness(element, props) : undefined;
  });
