// `verify` finds nothing in the mock of the same document, also if the mock varies what the document
// leaves open.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const number = { type: 'integer' };
const json = (name: string): JsonObject => ({
  description: '',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const missing = { 404: { description: '' } };
const answers = (status: number, name: string): JsonObject => ({
  responses: { [status]: json(name), ...missing },
});
const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Trips', version: '1' },
  paths: {
    '/v1/trips': {
      get: { responses: { 200: json('Trips') } },
      post: { requestBody: json('NewTrip'), responses: { 201: json('Made') } },
    },
    '/v1/trips/{id}': {
      get: answers(200, 'Trip'),
      put: { requestBody: json('NewTrip'), ...answers(200, 'Made') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Changed by POST.
    '/v1/guides': {
      get: { responses: { 200: json('Guides') } },
      post: { requestBody: json('NewGuide'), responses: { 200: json('Guide') } },
    },
    '/v1/guides/{id}': {
      get: answers(200, 'Guide'),
      post: { requestBody: json('NewGuide'), ...answers(200, 'Guide') },
      delete: { responses: { 200: { description: '' }, ...missing } },
    },
    // PUT takes what GET shows, with a member that the service makes.
    '/v1/tasks': {
      get: { responses: { 200: json('Tasks') } },
      post: { requestBody: json('Task'), responses: { 201: json('Task') } },
    },
    '/v1/tasks/{id}': {
      get: answers(200, 'Task'),
      put: { requestBody: json('Task'), ...answers(200, 'Task') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // No GET of one item, and a list that need not show more than ids.
    '/v1/alarms': {
      get: { responses: { 200: json('Alarms') } },
      post: { requestBody: json('NewGuide'), responses: { 201: json('Alarm') } },
    },
    '/v1/alarms/{id}': { delete: { responses: { 204: { description: '' }, ...missing } } },
    // POST takes any text where a remark shows one of two.
    '/v1/remarks': {
      get: { responses: { 200: json('Remarks') } },
      post: { requestBody: json('NewRemark'), responses: { 201: json('Remark') } },
    },
    // The list need show no more than an id and a number, and nothing else shows items.
    '/v1/signals': {
      get: { responses: { 200: json('Signals') } },
      post: { requestBody: json('NewSignal'), responses: { 200: json('Signal') } },
    },
    // Answers have an envelope with the name of a text of the item, requests have none.
    '/v1/ports': {
      get: { responses: { 200: json('Ports') } },
      post: { requestBody: json('Port'), responses: { 201: json('OnePort') } },
    },
    '/v1/ports/{id}': {
      get: answers(200, 'OnePort'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // POST, PUT and answers have one member in three types.
    '/v1/deals': {
      get: { responses: { 200: json('Deals') } },
      post: { requestBody: json('NewDeal'), responses: { 201: json('Deal') } },
    },
    '/v1/deals/{id}': {
      get: answers(200, 'Deal'),
      put: { requestBody: json('DealChanges'), ...answers(200, 'Deal') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Nothing that was sent is a text.
    '/v1/roles': {
      get: { responses: { 200: json('Roles') } },
      post: { requestBody: json('Role'), responses: { 201: json('Role') } },
    },
    '/v1/roles/{name}': {
      get: answers(200, 'Role'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Written and never read: PUT takes one member, and the others are gone.
    '/v1/parcels': { post: { requestBody: json('NewParcel'), responses: { 201: json('Parcel') } } },
    '/v1/parcels/{id}': {
      put: { requestBody: json('Kind'), ...answers(200, 'Parcel') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // A member that the service makes is one of two lists.
    '/v1/crates': {
      get: { responses: { 200: json('Crates') } },
      post: { requestBody: json('NewGuide'), responses: { 201: json('Crate') } },
    },
    '/v1/crates/{id}': { delete: { responses: { 204: { description: '' }, ...missing } } },
    // The answer to POST is about something else.
    '/v1/bookings': {
      get: { responses: { 200: json('Guides') } },
      post: { requestBody: json('NewGuide'), responses: { 200: json('Receipt') } },
    },
    '/v1/bookings/{id}': {
      get: answers(200, 'Guide'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // POST and PATCH want different texts in one member.
    '/v1/forms': {
      get: { responses: { 200: json('Forms') } },
      post: { requestBody: json('NewForm'), responses: { 201: json('Form') } },
    },
    '/v1/forms/{id}': {
      get: answers(200, 'Form'),
      patch: { requestBody: json('FormChanges'), ...answers(200, 'Form') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Items are closed, and show nothing that PATCH sends.
    '/v1/letters': { post: { requestBody: json('NewLetter'), responses: { 201: json('Letter') } } },
    '/v1/letters/{id}': {
      get: answers(200, 'Letter'),
      patch: { requestBody: json('LetterChanges'), ...answers(200, 'Letter') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // PATCH takes empty values that items may not show.
    '/v1/hooks': { post: { requestBody: json('NewHook'), responses: { 201: json('Hook') } } },
    '/v1/hooks/{id}': {
      get: answers(200, 'Hook'),
      patch: { requestBody: json('NewHook'), ...answers(200, 'Hook') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // PATCH takes a part of an object, and POST answers a part of it.
    '/v1/codes': {
      post: {
        requestBody: json('NewCode'),
        responses: {
          201: {
            description: '',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/MadeCode' },
                example: { id: 7, attributes: { state: 'new' } },
              },
            },
          },
        },
      },
    },
    '/v1/codes/{id}': {
      get: answers(200, 'Code'),
      put: { requestBody: json('NewCode'), ...answers(200, 'Code') },
      patch: { requestBody: json('CodeChanges'), ...answers(200, 'Code') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // POST answers with more than items have, and an example of it is there.
    '/v1/coupons': {
      get: { responses: { 200: json('Guides') } },
      post: {
        requestBody: json('NewGuide'),
        responses: {
          201: {
            description: '',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Coupon' },
                example: { id: 7, name: 'Summer', token: 'abc' },
              },
            },
          },
        },
      },
    },
    '/v1/coupons/{id}': {
      get: answers(200, 'Guide'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // The only free text of a clip that is no id of another may be null.
    '/v1/films': {
      get: { responses: { 200: json('Guides') } },
      post: { requestBody: json('NewGuide'), responses: { 201: json('Guide') } },
    },
    '/v1/films/{film_id}': {
      get: answers(200, 'Guide'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/v1/films/{film_id}/clips': {
      get: { responses: { 200: json('Clips') } },
      post: { requestBody: json('Clip'), responses: { 201: json('Clip') } },
    },
    // Nothing is there at first, and the document does not say how that is answered.
    '/v1/films/{film_id}/poster': {
      get: { responses: { 200: json('Person') } },
      put: { requestBody: json('Person'), responses: { 200: json('Person') } },
    },
    '/v1/films/{film_id}/clips/{clip_id}': {
      get: answers(200, 'Clip'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Items show no id, in the list either.
    '/v1/sinks': {
      get: { responses: { 200: json('Sinks') } },
      post: { requestBody: json('Sink'), responses: { 201: json('Sink') } },
    },
    '/v1/sinks/{sink_uuid}': {
      get: answers(200, 'Sink'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // The only free text that POST takes is one that the service makes.
    '/v1/apps': {
      get: { responses: { 200: json('Apps') } },
      post: { requestBody: json('NewApp'), responses: { 200: json('App') } },
    },
    '/v1/apps/{id}': {
      get: answers(200, 'App'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // Without a list, and nothing need be sent.
    '/v1/passes': { post: { requestBody: json('Sink'), responses: { 201: json('Pass') } } },
    '/v1/passes/{id}': {
      get: answers(200, 'Pass'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // POST answers with more than items have: beside a value of any type, and with a part that has
    // a member of the same name.
    '/v1/keys': {
      get: { responses: { 200: json('Keys') } },
      post: { requestBody: json('NewKey'), responses: { 201: json('MadeKey') } },
    },
    '/v1/keys/{id}': {
      get: answers(200, 'Key'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // PUT takes less than items must have, and DELETE answers with a kind of its own.
    '/v1/policies': {
      post: { requestBody: json('NewPolicy'), responses: { 201: json('Policy') } },
    },
    '/v1/policies/{id}': {
      get: answers(200, 'Policy'),
      put: { requestBody: json('PolicyChanges'), ...answers(200, 'Policy') },
      delete: answers(200, 'Gone'),
    },
    // Nothing that was sent as it is shown is a text, and there is no list.
    '/v1/rates': { post: { requestBody: json('NewRate'), responses: { 201: json('Rate') } } },
    '/v1/rates/{id}': {
      get: answers(200, 'Rate'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // The answer to POST refers to the item: its kind is another.
    '/v1/widgets': {
      post: { requestBody: json('NewWidget'), responses: { 201: json('WidgetReference') } },
    },
    '/v1/widgets/{id}': {
      get: answers(200, 'Widget'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // POST takes one of two bodies that have no members in common beside the text.
    '/v1/replies': { post: { requestBody: json('NewReply'), responses: { 201: json('Reply') } } },
    '/v1/replies/{id}': {
      get: answers(200, 'Reply'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    // What stands beside the list is one of two.
    // Clients choose ids that are digits in texts, and no list shows them.
    '/v1/stages': { post: { requestBody: json('NewStage'), responses: { 200: json('Stage') } } },
    '/v1/stages/{channel}': {
      get: answers(200, 'Stage'),
      patch: { requestBody: json('StageChanges'), ...answers(200, 'Stage') },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/v1/hits': { get: { responses: { 200: json('Hits') } } },
    '/v1/tally': { get: { responses: { 200: json('Tally') } } },
    // One item, whose path has no id, beside a path with one.
    '/v1/people/{id}': { get: { responses: { 200: { description: '' } } } },
    '/v1/people': { get: { responses: { 200: { description: '' } } } },
    '/v1/people/me': {
      get: answers(200, 'Person'),
      put: { requestBody: json('Person'), ...answers(200, 'Person') },
    },
    // What no one has set may be null, also in an envelope and below an item.
    '/v1/owner': {
      get: {
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Owner' },
                example: { owner: { name: 'Ada' } },
              },
            },
          },
        },
      },
      put: { requestBody: json('Person'), ...answers(200, 'Owner') },
    },
    '/v1/apps/{id}/info': { get: answers(200, 'App') },
    '/v1/people/all': { get: { responses: { 200: json('Odd') } } },
    '/v1/greeting': { get: { requestBody: json('NewTrip'), responses: { 200: json('Person') } } },
  },
  components: {
    schemas: {
      Trip: { type: 'object', properties: { id: { type: 'integer' }, name: text, place: text } },
      Made: { type: 'object', properties: { id: { type: 'integer' }, name: text, place: text } },
      Trips: { type: 'array', items: { $ref: '#/components/schemas/Trip' } },
      NewTrip: { type: 'object', required: ['name'], properties: { name: text, place: text } },
      Guide: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: text },
      },
      Guides: { type: 'array', items: { $ref: '#/components/schemas/Guide' } },
      Task: {
        type: 'object',
        required: ['title'],
        properties: {
          id: { type: 'integer' },
          title: text,
          updatedAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
      Alarm: { type: 'object', properties: { id: { type: 'integer' }, name: text } },
      Alarms: { type: 'array', items: { $ref: '#/components/schemas/Alarm' } },
      Remark: {
        type: 'object',
        required: ['id', 'about', 'content'],
        properties: {
          id: { type: 'integer' },
          about: { ...text, enum: ['trip', 'guide'] },
          content: text,
        },
      },
      Remarks: { type: 'array', items: { $ref: '#/components/schemas/Remark' } },
      NewRemark: {
        type: 'object',
        required: ['about', 'content'],
        properties: { about: text, content: text },
      },
      Deal: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: number,
          title: text,
          parts: { type: 'array', items: { type: 'object', properties: { size: number } } },
        },
      },
      Deals: { type: 'array', items: { $ref: '#/components/schemas/Deal' } },
      NewDeal: {
        type: 'object',
        required: ['title'],
        properties: { title: text, parts: { type: 'array', items: text } },
      },
      DealChanges: {
        type: 'object',
        required: ['title'],
        properties: { title: text, parts: { type: 'object', properties: { all: number } } },
      },
      Signal: {
        type: 'object',
        required: ['id', 'level'],
        properties: { id: number, level: number, note: text },
      },
      Signals: { type: 'array', items: { $ref: '#/components/schemas/Signal' } },
      NewSignal: {
        type: 'object',
        required: ['level'],
        properties: { level: number, note: { ...text, nullable: true } },
      },
      Port: {
        type: 'object',
        required: ['origin'],
        properties: { id: number, origin: text, port: { ...text, readOnly: true } },
      },
      OnePort: { type: 'object', properties: { port: { $ref: '#/components/schemas/Port' } } },
      Ports: {
        type: 'object',
        properties: { ports: { type: 'array', items: { $ref: '#/components/schemas/Port' } } },
      },
      Role: { type: 'object', properties: { name: text, level: { type: 'integer' } } },
      Parcel: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: text,
          kind: text,
          // Null fits both.
          owner: {
            oneOf: [
              { ...text, nullable: true },
              { type: 'integer', nullable: true },
            ],
          },
        },
      },
      Form: { type: 'object', properties: { id: { type: 'integer' }, name: text, act: text } },
      Forms: { type: 'array', items: { $ref: '#/components/schemas/Form' } },
      NewForm: {
        type: 'object',
        required: ['name', 'act'],
        properties: { name: text, act: { ...text, enum: ['make'] } },
      },
      FormChanges: {
        type: 'object',
        required: ['act'],
        properties: { name: text, act: { ...text, enum: ['change'] } },
      },
      Clip: {
        type: 'object',
        properties: { id: { type: 'integer' }, film_id: text, title: { ...text, nullable: true } },
      },
      Clips: { type: 'array', items: { $ref: '#/components/schemas/Clip' } },
      Receipt: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, name: { type: 'integer' } },
      },
      Crates: { type: 'array', items: { $ref: '#/components/schemas/Crate' } },
      Crate: {
        type: 'object',
        required: ['id', 'stamps'],
        properties: {
          id: { type: 'integer' },
          name: text,
          stamps: {
            oneOf: [
              { type: 'array', items: text },
              { type: 'array', items: { type: 'integer' } },
            ],
          },
        },
      },
      NewParcel: { type: 'object', required: ['name'], properties: { name: text, kind: text } },
      Kind: { type: 'object', properties: { kind: text } },
      Roles: { type: 'array', items: { $ref: '#/components/schemas/Role' } },
      Tasks: { type: 'array', items: { $ref: '#/components/schemas/Task' } },
      NewGuide: { type: 'object', required: ['name'], properties: { name: text } },
      Person: {
        type: 'object',
        required: ['name'],
        properties: { name: text, address: { type: 'object', properties: { city: text } } },
      },
      Owner: { type: 'object', properties: { owner: { $ref: '#/components/schemas/Person' } } },
      Sink: { type: 'object', properties: { target: text } },
      Sinks: { type: 'array', items: { $ref: '#/components/schemas/Sink' } },
      NewApp: {
        type: 'object',
        required: ['spec'],
        properties: { project: text, spec: { type: 'object', properties: { size: number } } },
      },
      App: {
        type: 'object',
        required: ['id'],
        properties: {
          id: number,
          project: { ...text, readOnly: true },
          secret: text,
          spec: { type: 'object', properties: { size: number } },
        },
      },
      Apps: { type: 'array', items: { $ref: '#/components/schemas/App' } },
      Pass: { type: 'object', properties: { id: number, target: text } },
      NewKey: {
        type: 'object',
        required: ['name', 'kind', 'claims'],
        properties: { name: text, kind: { enum: ['key'] }, claims: { nullable: true } },
      },
      Key: {
        type: 'object',
        required: ['id', 'name', 'kind', 'claims'],
        properties: { id: number, name: text, kind: { enum: ['key'] }, claims: { nullable: true } },
      },
      Keys: { type: 'array', items: { $ref: '#/components/schemas/Key' } },
      MadeKey: {
        type: 'object',
        required: ['id', 'name', 'kind', 'claims', 'secret', 'group'],
        properties: {
          id: number,
          name: text,
          kind: { enum: ['key'] },
          claims: { nullable: true, example: { foo: 'bar' } },
          secret: text,
          group: { type: 'object', required: ['kind'], properties: { kind: { enum: ['group'] } } },
        },
      },
      NewPolicy: {
        type: 'object',
        required: ['name', 'mode'],
        properties: { name: text, mode: { enum: ['a', 'b'] }, state: { enum: ['on', 'off'] } },
      },
      PolicyChanges: {
        type: 'object',
        properties: { name: text, state: { enum: ['on', 'off'] }, note: text },
      },
      Policy: {
        type: 'object',
        required: ['id', 'object', 'mark'],
        properties: {
          id: text,
          object: { enum: ['policy'] },
          name: text,
          mode: { enum: ['a', 'b'] },
          state: { enum: ['on', 'off'], default: 'on' },
          note: text,
          mark: text,
        },
      },
      Gone: {
        type: 'object',
        required: ['id', 'object', 'deleted'],
        properties: { id: text, object: { enum: ['policy.deleted'] }, deleted: { enum: [true] } },
      },
      NewRate: {
        type: 'object',
        required: ['parent', 'amount'],
        properties: { parent: text, amount: number },
      },
      Rate: {
        type: 'object',
        properties: {
          id: text,
          parent: { type: 'object', properties: { id: text } },
          amount: number,
        },
      },
      NewWidget: {
        type: 'object',
        required: ['name', 'kind'],
        properties: { name: text, kind: { enum: ['frame', 'panel'] } },
      },
      Widget: {
        type: 'object',
        required: ['id', 'name', 'kind'],
        properties: { id: text, name: text, kind: { enum: ['frame', 'panel'] } },
      },
      WidgetReference: {
        type: 'object',
        required: ['id', 'kind'],
        properties: { id: text, name: text, kind: { enum: ['frame_reference'] } },
      },
      NewReply: {
        oneOf: [
          {
            type: 'object',
            additionalProperties: false,
            required: ['content', 'thread'],
            properties: { content: text, thread: text },
          },
          {
            type: 'object',
            additionalProperties: false,
            required: ['content', 'record'],
            properties: { content: text, record: text },
          },
        ],
      },
      Reply: {
        type: 'object',
        required: ['id', 'content'],
        properties: { id: text, content: text, thread: text, record: text },
      },
      Hits: {
        type: 'object',
        required: ['hits'],
        properties: { hits: { type: 'array', items: { $ref: '#/components/schemas/Guide' } } },
        oneOf: [
          { type: 'object', required: ['page'], properties: { page: number } },
          { type: 'object', required: ['limit'], properties: { limit: number } },
        ],
      },
      Tally: {
        type: 'object',
        required: ['count'],
        properties: { count: { type: 'string', format: 'int64', minLength: 1 } },
      },
      NewLetter: {
        type: 'object',
        required: ['name'],
        properties: { name: text, verified: { type: 'boolean' } },
      },
      LetterChanges: { type: 'object', properties: { verified: { type: 'boolean' } } },
      Letter: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: number, name: text },
        additionalProperties: false,
      },
      NewHook: {
        type: 'object',
        properties: { name: text, kind: text, topics: { type: 'array', items: text } },
      },
      Hook: {
        type: 'object',
        required: ['id'],
        properties: {
          id: number,
          name: text,
          kind: { type: 'string', enum: ['push', 'pull'] },
          topics: { type: 'array', items: text, minItems: 1 },
        },
      },
      Coupon: {
        type: 'object',
        required: ['id', 'token'],
        properties: { id: number, name: text, token: text },
      },
      NewCode: {
        type: 'object',
        required: ['attributes'],
        properties: {
          attributes: {
            type: 'object',
            required: ['code', 'state'],
            properties: { code: text, state: text },
          },
          place: { type: 'object', properties: { name: text } },
        },
      },
      CodeChanges: {
        type: 'object',
        properties: { attributes: { type: 'object', properties: { state: { enum: ['new'] } } } },
      },
      MadeCode: {
        type: 'object',
        required: ['id'],
        properties: {
          id: number,
          attributes: {
            type: 'object',
            properties: { state: text },
            additionalProperties: false,
          },
        },
      },
      Code: {
        type: 'object',
        required: ['id', 'attributes'],
        properties: {
          id: number,
          attributes: {
            type: 'object',
            required: ['code', 'state'],
            properties: { code: text, state: text },
          },
          place: {
            type: 'object',
            required: ['type'],
            properties: { name: text, type: { enum: ['town'] } },
          },
        },
      },
      Digits: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' },
      NewStage: {
        type: 'object',
        required: ['topic', 'channel'],
        properties: {
          topic: { type: 'string', minLength: 1, maxLength: 120 },
          channel: { $ref: '#/components/schemas/Digits' },
        },
      },
      StageChanges: {
        type: 'object',
        properties: { topic: { type: 'string', minLength: 1, maxLength: 120 } },
      },
      Stage: {
        type: 'object',
        required: ['id', 'channel', 'topic'],
        properties: {
          id: { $ref: '#/components/schemas/Digits' },
          channel: { $ref: '#/components/schemas/Digits' },
          topic: text,
        },
      },
      // It requires a member that it does not name.
      Odd: { type: 'object', required: ['total'], properties: { people: text } },
    },
  },
};

const lanes: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Lanes', version: '1' },
  paths: {
    '/lanes': {
      get: { responses: { 200: json('Lanes') } },
      post: { requestBody: json('Lane'), responses: { 201: json('Lane') } },
    },
    '/lanes/{name}': {
      get: answers(200, 'Lane'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
  },
  components: {
    schemas: {
      Lane: {
        type: 'object',
        required: ['name', 'topic'],
        properties: { name: { ...text, enum: ['north', 'south', 'west', 'east'] }, topic: text },
      },
      Lanes: { type: 'array', items: { $ref: '#/components/schemas/Lane' } },
    },
  },
};

/** What is put into a crate is answered with the crate, of which the parts are an object. */
const crates: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Crates', version: '1' },
  paths: {
    '/crates': { post: { requestBody: json('NewCrate'), responses: { 201: json('Crate') } } },
    '/crates/{crate}': {
      get: answers(200, 'Crate'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/crates/{crate}/parts': {
      get: { responses: { 200: json('Parts') } },
      post: { requestBody: json('NewPart'), responses: { 201: json('Part') } },
    },
    '/crates/{crate}/parts/{part}': {
      get: answers(200, 'Part'),
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/crates/{crate}/labels': {
      post: { requestBody: json('NewLabels'), responses: { 201: json('Crate') } },
    },
    '/crates/{crate}/labels/{label}': {
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
  },
  components: {
    schemas: {
      NewCrate: { type: 'object', required: ['name'], properties: { name: text } },
      Crate: {
        type: 'object',
        required: ['id'],
        properties: { id: number, name: text, labels: { type: 'object' } },
      },
      NewLabels: {
        type: 'object',
        required: ['labels'],
        properties: { labels: { type: 'array', items: text } },
      },
      NewPart: {
        type: 'object',
        required: ['title'],
        properties: { title: text, crate: { type: 'integer', nullable: true } },
      },
      Part: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: { type: 'integer' },
          title: text,
          crate: { type: 'integer', nullable: true },
        },
      },
      Parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
    },
  },
};

interface OwnMock {
  readonly seed: number;
  readonly undefined: 'profile' | 'vary';
  readonly pins: Partial<Profile>;
}

/** Serves a document, and verifies the mock with it. */
async function verifyMockOf(described: JsonObject, mock: OwnMock): Promise<CommandRun> {
  folder.write('openapi.json', described);
  const serving = await startServing({ contract: 'openapi.json', profile: 'standin', ...mock });
  try {
    return await runVerify(serving.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      seed: mock.seed,
      ledgerFolder: '.standin',
    });
  } finally {
    await serving.close();
  }
}

describe('the mock of a document', () => {
  it.each([
    [1, 'profile', {}],
    [1, 'profile', { 'replace.id': 'require' }],
    [1, 'profile', { 'list.fields': 'brief' }],
    [1, 'profile', { 'fields.unset': 'null', 'check.order': 'body-first', 'missing.status': 400 }],
    [1, 'vary', {}],
    [2, 'vary', {}],
    [5, 'vary', {}],
  ] as const)('conforms to it, with seed %i, %s and %j', async (seed, open, pins) => {
    const run = await verifyMockOf(document, { seed, undefined: open, pins });
    expect(run.code, run.stdout + run.stderr).toBe(0);
  });

  it.each(['profile', 'vary'] as const)(
    'has no limit if the few ids that clients can choose are taken, with %s',
    async (open) => {
      const run = await verifyMockOf(lanes, { seed: 1, undefined: open, pins: {} });
      expect(run.code, run.stdout + run.stderr).toBe(0);
      expect(run.stdout).toContain('no id could be made that no item of the run has');
      expect(run.stdout).not.toContain('no more than');
    },
  );

  it('has items that no answer tells apart, which are left out', async () => {
    const run = await verifyMockOf(crates, { seed: 1, undefined: 'profile', pins: {} });
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(run.stderr).toContain(
      'Not verified, for no answer tells their items apart: /crates/{crate}/labels\n',
    );
  });
});
