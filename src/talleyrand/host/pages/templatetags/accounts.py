"""Fields of forms about accounts, called as the rest of the site calls them."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()

_CALLED = {
    "Email": "E-mail address",
    "Username": "User name",
    "Login": "User name or e-mail address",
    "Password (again)": "The password again",
    "Current Password": "The password that you have",
    "New Password": "New password",
    "New Password (again)": "The new password again",
    "Remember Me": "Stay signed in in this browser",
    "Authenticator code": "The code that the app shows",
}


@register.filter
def called(field: BoundField) -> str:
    """What a field is called."""
    return _CALLED.get(str(field.label), str(field.label))


@register.filter
def bare(field: BoundField) -> SafeString:
    """A field without a word in it that vanishes as soon as somebody writes."""
    return field.as_widget(attrs={"placeholder": ""})
