"""What modules offer by one name each, as games and drivers do: a module is imported when its own is asked for."""

import importlib
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

T = TypeVar("T")


class Offered(Mapping[str, T], Generic[T]):
    """By its name the `attribute` of the module that `modules` has for it."""

    def __init__(self, attribute: str, modules: Mapping[str, str]) -> None:
        self._attribute = attribute
        self._modules = modules
        self.imported: dict[str, T] = {}
        """Those that were asked for."""

    def __getitem__(self, name: str) -> T:
        found = self.imported.get(name)
        if found is None:
            found = self.imported[name] = getattr(importlib.import_module(self._modules[name]), self._attribute)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)
