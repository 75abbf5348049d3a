# FastAPI with pydantic models: its own validation (422), its own refusals.
import os
from datetime import datetime, timezone
from typing import List, Optional
from uuid import UUID, uuid4
import uvicorn
from fastapi import FastAPI, HTTPException, Response
from pydantic import BaseModel, constr
from enum import Enum

fault = os.environ.get('FAULT')
app = FastAPI()

class Address(BaseModel):
    city: Optional[str]
    district: Optional[str]
class UserIn(BaseModel):
    name: str
    email: str
    isPremium: bool = False
    skills: List[str] = []
    address: Optional[Address]
class User(UserIn):
    id: int

users = {}
last = 0
def put(values, id=None):
    global last
    if id is None:
        last += 1
        id = last
    users[id] = User(id=id, **values.dict())
    return users[id]
put(UserIn(name='Ada', email='ada@example.com'))
put(UserIn(name='Bo', email='bo@example.com'))
def user(id):
    if id not in users:
        raise HTTPException(404, 'User not found')
    return users[id]

@app.get('/users', response_model=List[User], response_model_exclude_none=True)
def list_users():
    return list(users.values())[:20] if fault == 'list-of-twenty' else list(users.values())
@app.post('/users', response_model=User, response_model_exclude_none=True, status_code=201)
def create_user(values: UserIn):
    return put(values)
@app.get('/users/{id}', response_model=User, response_model_exclude_none=True)
def read_user(id: int):
    return user(id)
@app.put('/users/{id}', response_model=User, response_model_exclude_none=True)
def replace_user(id: int, values: UserIn):
    if fault != 'put-creates':
        user(id)
    return put(values, len(users) if fault == 'put-hits-last' else id)
@app.delete('/users/{id}', status_code=204)
def remove_user(id: int):
    user(id)
    if fault != 'deletes-nothing':
        del users[id]
    return Response(status_code=204)

class Status(str, Enum):
    open = 'open'
    waiting = 'waiting'
    closed = 'closed'
Title = constr(min_length=1, max_length=80)
Reference = constr(regex=r'^[A-Z]{2}-[0-9]{4}$')
Assignee = constr(regex=r'^[^@\s]+@[^@\s]+\.[^@\s]+$')
class TicketIn(BaseModel):
    title: Title
    reference: Reference
    urgent: bool = False
    status: Status = Status.open
    assignee: Optional[Assignee]
    note: Optional[constr(max_length=200)]
class TicketChange(TicketIn):
    title: Title = ''
    reference: Reference = ''
class Ticket(TicketIn):
    id: UUID
    createdAt: datetime

tickets = {}
def ticket(id):
    if id not in tickets:
        raise HTTPException(404 if fault != 'missing-is-403' else 403, 'Ticket not found')
    return tickets[id]
def check(reference, id=None):
    if any(one.reference == reference and one.id != id for one in tickets.values()):
        raise HTTPException(409, 'reference is taken')

@app.get('/tickets', response_model=List[Ticket])
def list_tickets():
    return list(tickets.values())
@app.post('/tickets', response_model=Ticket, status_code=201)
def create_ticket(values: TicketIn):
    check(values.reference)
    made = Ticket(id=uuid4(), createdAt=datetime.now(timezone.utc), **values.dict())
    tickets[made.id] = made
    return made
@app.get('/tickets/{id}', response_model=Ticket)
def read_ticket(id: UUID):
    return ticket(id)
@app.patch('/tickets/{id}', response_model=Ticket)
def change_ticket(id: UUID, values: TicketChange):
    found = ticket(id)
    changes = values.dict(exclude_unset=fault != 'patch-fills-defaults', exclude_none=fault == 'null-ignored')
    if fault == 'patch-fills-defaults':
        changes = {**changes, **{key: getattr(found, key) for key in ('title', 'reference') if not changes[key]}}
    if 'reference' in changes:
        check(changes['reference'], id)
    tickets[id] = found.copy(update=changes)
    return tickets[id]
@app.delete('/tickets/{id}', status_code=204)
def remove_ticket(id: UUID):
    ticket(id)
    del tickets[id]
    return Response(status_code=204)

uvicorn.run(app, host='127.0.0.1', port=int(os.environ['PORT']), log_level='error')
