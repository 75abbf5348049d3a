// The products of `npm run real`, in the order of its table.

import type { Product } from '../product.ts';
import { alertmanager, alertmanagerLeaving } from './alertmanager.ts';
import { crowdsec } from './crowdsec.ts';
import { jupyterServer } from './jupyter-server.ts';
import { jupyterhub } from './jupyterhub.ts';
import { loopback } from './loopback.ts';
import { orthanc } from './orthanc.ts';
import { postgresMeta } from './postgres-meta.ts';
import { powerdns, powerdnsNamed } from './powerdns.ts';
import { unleash } from './unleash.ts';
import { wiremock } from './wiremock.ts';

export const products: readonly Product[] = [
  loopback,
  alertmanager,
  alertmanagerLeaving,
  powerdns,
  powerdnsNamed,
  jupyterhub,
  unleash,
  wiremock,
  orthanc,
  jupyterServer,
  crowdsec,
  postgresMeta,
];
