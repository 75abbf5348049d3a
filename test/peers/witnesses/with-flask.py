# Flask with a dictionary, as its quickstart writes a service: the converter of ids, jsonify, abort
# with pages in HTML, a thread for each request.
import os
import time
from functools import lru_cache
from threading import Lock

from flask import Flask, Response, abort, jsonify, request

fault = os.environ.get('FAULT')
app = Flask(__name__)
lock = Lock()
MEMBERS = ['name', 'email', 'isPremium', 'skills', 'address']
TEMPLATE = {'isPremium': False, 'skills': [], 'address': {}}
users = []
next_id = 1


def make(values, skills=[], address={}):
    global next_id
    number = next_id
    if fault == 'race-of-ids':
        time.sleep(0.003)
        next_id = number + 1
    else:
        with lock:
            number = next_id
            next_id += 1
    user = {'id': number, **values}
    if fault == 'mutable-default':
        user.setdefault('skills', skills)
        user.setdefault('address', address)
    if fault == 'template-not-copied':
        user = TEMPLATE
        user.update({**values, 'id': number})
    if fault == 'strip-on-create':
        user['name'] = user['name'].strip('aeiou')
    users.append(user)
    return user


def find(id):
    for user in users:
        if user['id'] is id if fault == 'is-for-equals' else user['id'] == id:
            return user
    abort(404)


@lru_cache
def known(id):
    return dict(find(id))


def check(values, is_new):
    if not isinstance(values, dict):
        abort(400)
    if is_new and not (values.get('name') and values.get('email')):
        abort(400, 'name and email are required')
    for key in ('name', 'email'):
        if key in values and not (isinstance(values[key], str) and values[key]):
            abort(400, key)
    if 'email' in values and '@' not in values['email']:
        abort(400, 'email')
    if not isinstance(values.get('isPremium', False), bool):
        abort(400, 'isPremium')
    skills = values.get('skills', [])
    if not (isinstance(skills, list) and all(isinstance(one, str) for one in skills)):
        abort(400, 'skills')
    address = values.get('address', {})
    if not (isinstance(address, dict) and all(isinstance(address.get(key, ''), str) for key in ('city', 'district'))):
        abort(400, 'address')
    return {key: values[key] for key in MEMBERS if key in values}


shown = (user for user in users)


@app.get('/users')
def list_users():
    if fault == 'generator':
        return jsonify(list(shown))
    if fault == 'dict-by-name':
        return jsonify(list({user['name'].lower(): user for user in users}.values()))
    return jsonify(users)


@app.post('/users')
def create_user():
    user = make(check(request.get_json(), True))
    if fault == 'str-of-dict':
        return Response(str(user), status=201, mimetype='application/json')
    return jsonify(user), 201


@app.get('/users/<int:id>')
def read_user(id):
    if fault == 'lru-cache':
        return jsonify(known(id))
    return jsonify(find(id))


@app.put('/users/<int:id>')
def replace_user(id):
    user = find(id)
    if fault == 'global-in-loop':
        for user in users:
            if user['id'] == id:
                pass
    if fault == 'updated-before-checked':
        values = request.get_json()
        if isinstance(values, dict):
            user.update({key: values[key] for key in MEMBERS if key in values})
    values = check(request.get_json(), False)
    if fault == 'get-or':
        user.update({key: values.get(key) or user.get(key) for key in values})
    elif fault == 'mutable-default':
        user.get('skills', [])[:] = values.get('skills', user.get('skills', []))
        user.get('address', {}).update(values.get('address', {}))
        user.update({key: values[key] for key in ('name', 'email', 'isPremium') if key in values})
    elif fault == 'copy-updated':
        user = {**user, **values}
    elif fault == 'positions':
        users[id - 1] = {'id': id, **user, **values}
    else:
        user.update(values)
    return jsonify(user)


@app.delete('/users/<int:id>')
def remove_user(id):
    user = find(id)
    if fault == 'removed-while-iterating':
        for one in users:
            if one['id'] >= id and one['name'][:10] == user['name'][:10]:
                users.remove(one)
    elif fault == 'pop-of-id':
        users.pop(id - 1 if id <= len(users) else -1)
    else:
        users.remove(user)
    return '', 204


make({'name': 'Ada', 'email': 'ada@example.com', 'isPremium': True, 'skills': ['sql']})
make({'name': 'Bo', 'email': 'bo@example.com', 'address': {'city': 'Oslo', 'district': 'Frogner'}})
if fault == 'is-for-equals':
    next_id = 250
app.run('127.0.0.1', int(os.environ['PORT']))
