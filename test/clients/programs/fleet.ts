// A client in front of the package that openapi-typescript-codegen has written from the document.

import { ApiError, Fleet } from './fleet.package/index.js';

const fleet = new Fleet({ BASE: process.env['BASE_URL'] ?? '' });
const vans = fleet.default;

const created = await vans.createVan({ plate: 'AB-123', seats: 7 });
const id = created.id ?? Number.NaN;
const read = await vans.getVan(id);
const listed = await vans.listVans(0, 50);
const replaced = await vans.replaceVan(id, { plate: 'CD-4' });
await vans.removeVan(id);
const gone = await vans.getVan(id).catch((error: unknown) => error);
const refused = await vans.createVan({ plate: 'X' }).catch((error: unknown) => error);

console.log(
  JSON.stringify({
    seats: read.seats,
    isListed: listed.some((one) => one.id === id),
    plate: replaced.plate,
    gone: gone instanceof ApiError ? [gone.status, Object.keys(gone.body)] : null,
    refused: refused instanceof ApiError ? [refused.status, Object.keys(refused.body)] : null,
  }),
);
