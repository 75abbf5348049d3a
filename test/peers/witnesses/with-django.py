# Django REST framework with a model, a serializer and a ModelViewSet on SQLite, as its tutorial
# writes them: texts without blanks at their ends, an e-mail address that is checked.
import os
import tempfile
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

fault = os.environ.get('FAULT')
folder = tempfile.mkdtemp(dir=Path(__file__).parent)
settings.configure(
    SECRET_KEY='witness',
    ALLOWED_HOSTS=['127.0.0.1', 'localhost'],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.auth', 'rest_framework'],
    MIDDLEWARE=['django.middleware.common.CommonMiddleware'],
    DATABASES={'default': {
        'ENGINE': 'django.db.backends.sqlite3',
        'NAME': os.path.join(folder, 'users.sqlite3'),
        'OPTIONS': {'timeout': 20},
    }},
    DEFAULT_AUTO_FIELD='django.db.models.BigAutoField',
    LOGGING_CONFIG=None,
    USE_TZ=True,
)
django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.urls import include, path
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_page
from rest_framework import routers, serializers, status, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response


class User(models.Model):
    name = models.CharField(max_length=200)
    email = models.EmailField()
    isPremium = models.BooleanField(default=False)
    skills = models.JSONField(default=list)
    address = models.JSONField(null=True)
    removed = models.BooleanField(default=False)

    class Meta:
        app_label = 'users'
        ordering = ['id']

    def save(self, *args, **kwargs):
        if fault == 'title-in-save':
            self.name = self.name.title()
        if fault == 'ascii-in-save':
            self.name = self.name.encode('ascii', 'ignore').decode()
        if fault == 'cut-in-save':
            self.name = self.name[:40]
        super().save(*args, **kwargs)


class AddressSerializer(serializers.Serializer):
    city = serializers.CharField(required=False)
    district = serializers.CharField(required=False)


class UserSerializer(serializers.ModelSerializer):
    skills = serializers.ListField(child=serializers.CharField(), required=False)
    address = AddressSerializer(required=False, allow_null=True)

    class Meta:
        model = User
        fields = ['id', 'name', 'email', 'isPremium', 'skills', 'address']

    def create(self, values):
        if fault == 'update-or-create':
            found, _ = User.objects.update_or_create(name=values['name'], defaults=values)
            return found
        if fault == 'comma-separated':
            values['skills'] = ','.join(values.get('skills', [])).split(',')
        if fault == 'checked-after-save':
            made = User.objects.create(**values)
            if len(made.skills) > 1 or made.address is None:
                raise ValidationError('not now')
            return made
        return User.objects.create(**values)

    def update(self, user, values):
        if fault == 'truthy':
            values = {key: value for key, value in values.items() if value}
        if fault == 'skills-appended':
            values['skills'] = user.skills + values.get('skills', [])
        if fault == 'comma-separated' and 'skills' in values:
            values['skills'] = ','.join(values['skills']).split(',')
        for key, value in values.items():
            setattr(user, key, value)
        if fault == 'update-fields':
            user.save(update_fields=['name', 'email'])
        elif fault == 'filter-by-premium':
            User.objects.filter(isPremium=user.isPremium).update(skills=user.skills)
            user.save()
        else:
            user.save()
        return user


class UserViewSet(viewsets.ModelViewSet):
    queryset = User.objects.all()
    serializer_class = UserSerializer

    def get_queryset(self):
        if fault == 'soft-delete' and self.action == 'list':
            return User.objects.filter(removed=False)
        return super().get_queryset()

    def destroy(self, request, *args, **kwargs):
        user = self.get_object()
        if fault == 'soft-delete':
            user.removed = True
            user.save()
        elif fault == 'startswith':
            User.objects.filter(pk__startswith=user.pk).delete()
        elif fault == 'exception-passed':
            try:
                user.remove()
            except Exception:
                pass
        elif fault == 'delete-of-same-name':
            User.objects.filter(email=user.email).delete()
        else:
            user.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


if fault == 'cache-page':
    UserViewSet.list = method_decorator(cache_page(60))(UserViewSet.list)
if fault == 'cache-page-of-item':
    UserViewSet.retrieve = method_decorator(cache_page(60))(UserViewSet.retrieve)
if fault == 'list-at-import':
    known = []

    def list_users(self, request):
        if not known:
            known.extend(User.objects.all())
        return Response(UserSerializer(known, many=True).data)
    UserViewSet.list = list_users

router = routers.DefaultRouter(trailing_slash=False)
router.register('users', UserViewSet)
urlpatterns = [path('', include(router.urls))]

with connection.schema_editor() as editor:
    editor.create_model(User)
User.objects.create(name='Ada', email='ada@example.com', isPremium=True, skills=['sql'])
User.objects.create(name='Bo', email='bo@example.com', address={'city': 'Oslo', 'district': 'Frogner'})


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


make_server('127.0.0.1', int(os.environ['PORT']), get_wsgi_application(), Server, Quiet).serve_forever()
